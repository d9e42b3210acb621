"""What every form of transcript offers: recognise, read, write."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from pipeline.transcripts.dialogue import Dialogue
from pipeline.transcripts.options import ReadOptions
from pipeline.transcripts.record import Record


class Layout(Protocol):
    """How one file is laid out, beyond its form, for what is made from it."""

    @property
    def left_out(self) -> int:
        """How many columns of the file are not written, as they may hold anything."""

    def write(self, dialogues: Iterable[Dialogue], path: Path) -> int:
        """Write dialogues laid out like the file; returns how many."""


@dataclass(frozen=True, slots=True)
class Form:
    """One form.

    `sniff(head, path)` judges by the first characters of the file. `read(path, options)` streams
    records, bad ones included. `write(dialogues, path, options)` returns how many it wrote.
    `holds_spans` says whether gold spans survive writing; `is_single` whether a file holds one
    dialogue, in which case `write` takes a folder for more than one; `suffix` is that of a file.
    `layout_of(path, options)` is there where files of the form differ in their layout.
    """

    name: str
    suffix: str
    sniff: Callable[[str, Path], bool]
    read: Callable[[Path, ReadOptions], Iterator[Record]]
    write: Callable[[Iterable[Dialogue], Path, ReadOptions], int]
    holds_spans: bool = True
    is_single: bool = False
    layout_of: Callable[[Path, ReadOptions], Layout] | None = None
