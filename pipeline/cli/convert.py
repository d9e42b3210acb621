"""`rok data convert`: transcripts from one form to another."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import track

from pipeline.cli.data import data
from pipeline.cli.read_options import Columns, OffsetUnit, Roles, Types, read_options
from pipeline.cli.subfolders import warn_of_subfolders
from pipeline.errors import UserError

if TYPE_CHECKING:
    from pipeline.transcripts import Dialogue
    from pipeline.transcripts.formats import Form


def register(app: typer.Typer) -> None:  # noqa: ARG001
    """Add `rok data convert`."""
    data.command("convert")(convert)


def convert(
    source: Annotated[Path, typer.Argument(metavar="IN", help="A file, or a folder of them.")],
    out: Annotated[Path, typer.Argument(metavar="OUT", help="A file, or a folder.")],
    from_form: Annotated[
        str | None, typer.Option("--from", metavar="F", help="Judged by content if left out.")
    ] = None,
    to_form: Annotated[str, typer.Option("--to", metavar="F", help="The form of OUT.")] = "jsonl",
    columns: Columns = None,
    roles: Roles = None,
    types: Types = None,
    unit: OffsetUnit = None,
) -> None:
    """Convert transcripts, gold spans included where the form can hold them.

    Forms: jsonl (native), label-studio, kaggle, brat, conll, csv, webvtt, plain. A file of brat,
    webvtt or plain holds one dialogue: give a folder as OUT for more than one. Bad records are
    kept in <OUT>.quarantine.jsonl. Nothing is redacted.

    Exit codes: 0 all converted, 1 some records quarantined, 2 unreadable.
    """
    from pipeline.transcripts.formats import by_name
    from pipeline.transcripts.quarantine import Quarantine
    from pipeline.transcripts.reading import read_checked

    # There is no beside to a "." until it is made absolute.
    named = out if out.name else out.absolute()
    quarantine = named.with_name(f"{named.name}.quarantine.jsonl")
    _check_places(source, out, quarantine)
    options = read_options(columns, roles, types, unit)
    target = by_name(to_form)
    console = Console(stderr=True, highlight=False)
    with Quarantine(quarantine) as bad:
        reading = read_checked([source], from_form, options, bad.put)
        lost = _Lost(target)
        dialogues = track(
            reading,
            "Converting",
            total=None,
            console=console,
            transient=True,
            disable=not console.is_terminal,
        )
        written = target.write(lost.watch(dialogues), out, options)
    warn_of_subfolders([source], out)
    console.print(f"{written} dialogues written to {out}", markup=False)
    if lost.spans:
        console.print(
            f"{lost.spans} spans left out: {target.name} cannot hold them", style="yellow"
        )
    if bad.count:
        console.print(f"{bad.count} bad records kept in {bad.path}", style="red", markup=False)
    raise typer.Exit(int(bad.count > 0))


def _check_places(source: Path, out: Path, quarantine: Path) -> None:
    for written in (out, quarantine):
        if written.resolve() == source.resolve():
            raise UserError(f"{written}: would replace the file it is made from")
    if source.is_dir() and out.resolve().parent == source.resolve() and not out.is_dir():
        raise UserError(f"{out}: lies in the folder that is read; a second run would read it too")


class _Lost:
    """Counts the spans that a form leaves out, as dialogues go by."""

    def __init__(self, target: "Form") -> None:
        self._is_counting = not target.holds_spans
        self.spans = 0

    def watch(self, dialogues: "Iterable[Dialogue]") -> "Iterator[Dialogue]":
        for dialogue in dialogues:
            if self._is_counting:
                self.spans += len(dialogue.spans or ()) + len(dialogue.keep_spans)
            yield dialogue
