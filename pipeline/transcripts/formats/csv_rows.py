"""Rows of a CSV file, where one bad quotation mark spoils one row and not the rest of the file."""

import csv
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pipeline.transcripts.formats.lines import read_lines

DELIMITERS = ",;\t|"
_FIELD_LIMIT = 1 << 24


@dataclass(frozen=True, slots=True)
class Row:
    """`line` is the first of the row's lines; a broken row's cells are a guess."""

    line: int
    cells: list[str]
    raw: str
    is_broken: bool = False


def delimiter_of(head: str) -> str:
    """The delimiter that the first line has most of."""
    first = head.split("\n", 1)[0]
    return max(DELIMITERS, key=first.count)


class _Feed:
    """Lines for the csv module, which can be given back when a row turns out broken."""

    def __init__(self, lines: Iterator[tuple[int, str]]) -> None:
        self._lines = lines
        self._returned: deque[tuple[int, str]] = deque()
        self.taken: list[tuple[int, str]] = []

    def __iter__(self) -> "_Feed":
        return self

    def __next__(self) -> str:
        self.taken.append(self._returned.popleft() if self._returned else next(self._lines))
        return self.taken[-1][1]

    def give_back_all_but_first(self) -> None:
        self._returned.extendleft(reversed(self.taken[1:]))
        del self.taken[1:]


def read_rows(path: Path, delimiter: str) -> Iterator[Row]:
    """The rows that hold anything, streamed; an open quotation is a broken row of one line."""
    csv.field_size_limit(_FIELD_LIMIT)
    feed = _Feed(read_lines(path))
    reader = csv.reader(feed, delimiter=delimiter, strict=True)
    while True:
        feed.taken.clear()
        try:
            cells, is_broken = next(reader), False
        except StopIteration:
            return
        except csv.Error:
            feed.give_back_all_but_first()
            cells, is_broken = feed.taken[0][1].rstrip("\r\n").split(delimiter), True
        if is_broken or any(cell.strip() for cell in cells):
            raw = "".join(line for _, line in feed.taken)
            yield Row(feed.taken[0][0], cells, raw, is_broken)
