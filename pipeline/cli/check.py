"""`rok data check`: is a batch fit to be used, and if not, what is wrong where."""

import json
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table
from rich.text import Text

from pipeline.cli.data import data
from pipeline.cli.read_options import Columns, OffsetUnit, Roles, Types, read_options
from pipeline.cli.subfolders import warn_of_subfolders
from pipeline.errors import UserError

if TYPE_CHECKING:
    from pipeline.transcripts.options import ReadOptions
    from pipeline.transcripts.reading import CheckedReading, Finding

SHOWN = 50


def register(app: typer.Typer) -> None:  # noqa: ARG001
    """Add `rok data check`."""
    data.command("check")(check)


def check(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Files or folders.")],
    form: Annotated[
        str | None, typer.Option("--format", metavar="F", help="Judged by content if left out.")
    ] = None,
    quarantine: Annotated[
        Path | None, typer.Option(metavar="PATH", help="Write the bad records here (mode 0600).")
    ] = None,
    columns: Columns = None,
    roles: Roles = None,
    types: Types = None,
    unit: OffsetUnit = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the report as JSON.")] = False,
) -> None:
    """Check transcripts without changing anything.

    Forms: jsonl (native), label-studio, kaggle, brat, conll, csv, webvtt, plain. Ids, offsets,
    overlaps, roles, types, characters and encoding are checked. The report names file, line and
    reason and never repeats any text; --quarantine keeps the bad records whole.

    Exit codes: 0 all good, 1 some records quarantined, 2 a file cannot be read.
    """
    options = read_options(columns, roles, types, unit)
    readable, unreadable = _sort_out(files, form)
    if quarantine and quarantine.resolve() in {path.resolve() for path in readable}:
        raise UserError(f"{quarantine}: the quarantine would replace a file that is checked")
    reading = _read(readable, form, options, quarantine)
    subfolders = warn_of_subfolders(files)
    if as_json:
        typer.echo(json.dumps(_report(reading, unreadable, subfolders), indent=2))
    else:
        _print(reading, unreadable, subfolders)
    raise typer.Exit(2 if unreadable else int(reading.quarantined > 0))


def _sort_out(files: list[Path], form: str | None) -> tuple[list[Path], list[str]]:
    """The files that can be read, and a sentence about each that cannot."""
    from pipeline.transcripts.formats import by_name, detect
    from pipeline.transcripts.reading import files_of

    if form is not None:
        by_name(form)
    readable: list[Path] = []
    unreadable = [f"{path}: holds no file" for path in files if not any(files_of([path]))]
    for path in files_of(files):
        try:
            detect(path, form)
            readable.append(path)
        except UserError as error:
            unreadable.append(str(error))
    return readable, unreadable


def _read(
    files: list[Path], form: str | None, options: "ReadOptions", quarantine: Path | None
) -> "CheckedReading":
    from pipeline.transcripts.quarantine import Quarantine
    from pipeline.transcripts.reading import read_checked

    with ExitStack() as stack:
        put = stack.enter_context(Quarantine(quarantine)).put if quarantine else None
        reading = read_checked(files, form, options, put)
        stderr = Console(stderr=True)
        for _ in track(
            reading,
            "Checking",
            total=None,
            console=stderr,
            transient=True,
            disable=not stderr.is_terminal,
        ):
            pass
    return reading


def _report(reading: "CheckedReading", unreadable: list[str], subfolders: int) -> dict[str, Any]:
    errors = [found for found in reading.findings if found.problem.is_error]
    return {
        "records": reading.total,
        "accepted": reading.accepted,
        "quarantined": reading.quarantined,
        "unreadable": unreadable,
        "subfolders_not_read": subfolders,
        "reasons": dict(Counter(found.problem.reason.value for found in errors)),
        "findings": [_entry(found) for found in reading.findings],
    }


def _entry(found: "Finding") -> dict[str, Any]:
    return {
        "file": str(found.file),
        "line": found.line,
        "severity": found.problem.severity.value,
        "reason": found.problem.reason.value,
        "sentence": found.problem.sentence,
    }


def _print(reading: "CheckedReading", unreadable: list[str], subfolders: int) -> None:
    console = Console(highlight=False)
    if reading.findings:
        console.print(_table(reading.findings[:SHOWN]))
    if len(reading.findings) > SHOWN:
        console.print(f"… and {len(reading.findings) - SHOWN} more; --json gives all of them")
    for sentence in unreadable:
        console.print(_printable(sentence), style="red", markup=False, soft_wrap=True)
    counts = f"{reading.accepted} good, {reading.quarantined} bad"
    console.print(f"records: {reading.total} ({counts})")
    if subfolders:
        console.print(f"subfolders not read: {subfolders}")


def _printable(name: Path | str) -> str:
    """A file name need not be text."""
    return str(name).encode("utf-8", "backslashreplace").decode()


def _table(findings: "list[Finding]") -> Table:
    table = Table(box=None, pad_edge=False)
    # A place cut short cannot be looked up, so it folds.
    table.add_column("where", overflow="fold")
    for header in ("severity", "reason", "what"):
        table.add_column(header)
    for found in findings:
        problem = found.problem
        style = "red" if problem.is_error else "yellow"
        place = f"{_printable(found.file)}:{found.line}"
        cells = (place, problem.severity, problem.reason, problem.sentence)
        table.add_row(*(Text(cell, style=style) for cell in cells))
    return table
