"""`rok redact`: take names and identifiers out of transcripts, one file or an inbox."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console

from pipeline.cli.read_options import (
    Columns,
    OffsetUnit,
    Platform,
    Roles,
    Types,
    read_options,
)
from pipeline.cli.subfolders import warn_of_subfolders
from pipeline.errors import UserError

if TYPE_CHECKING:
    from pipeline.cascade import Cascade
    from pipeline.redaction.inbox import FileResult
    from pipeline.redaction.summary import RunSummary
    from pipeline.transcripts.options import ReadOptions


def register(app: typer.Typer) -> None:
    """Add `rok redact` to the root command."""
    app.command("redact")(redact)


def redact(
    source: Annotated[
        Path, typer.Argument(metavar="IN", help="A transcript, or a folder of them.")
    ],
    out: Annotated[Path, typer.Argument(metavar="OUT", help="The redacted file, or a folder.")],
    cascade: Annotated[str, typer.Option(metavar="DIR|models:/…", help="What decides.")],
    policy: Annotated[str, typer.Option(help="What becomes of what is redacted.")] = "mask",
    format: Annotated[
        str | None, typer.Option(metavar="F", help="Form of IN; judged by its content if left out.")
    ] = None,
    platform: Platform = "unknown",
    columns: Columns = None,
    roles: Roles = None,
    types: Types = None,
    unit: OffsetUnit = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the summary as JSON.")] = False,
) -> None:
    """Redact a transcript, or all of a folder, in the form it came in.

    OUT appears whole or not at all. Beside it lie records without any text:
    OUT.decisions.jsonl, what was decided, by id and offset;
    OUT.quarantine.jsonl, records that could not be read, if any;
    OUT.dead-letter.jsonl, dialogues held back because something failed;
    OUT.manifest.json, what was made from what by what, written last.

    In a folder, a file whose manifest names the same input, cascade, policy
    and options is skipped, so a rerun does only what is new. Remove a
    manifest to have its file done again. Folders within it are not read.

    Columns that nobody could guess are named, and the form with them:
    rok redact IN OUT --cascade DIR --format csv --column text=Gesagt

    Exit codes: 0 all redacted, 1 some quarantined or held back, 2 unreadable.
    """
    from pipeline.policy import known

    known(policy)
    if not source.exists():
        raise UserError(f"{source}: there is no such file or folder")
    options = replace(read_options(columns, roles, types, unit), platform=platform)
    warn_of_subfolders([source], out)
    results = _run(source, out, cascade, policy, format, options)
    if as_json:
        typer.echo(json.dumps([_record(result) for result in results]))
    else:
        _print(results)
    raise typer.Exit(max((result.exit_code for result in results), default=0))


def _run(
    source: Path,
    out: Path,
    cascade: str,
    policy: str,
    format: str | None,
    options: "ReadOptions",
) -> "list[FileResult]":
    from pipeline.redaction.inbox import FileResult, redact_folder
    from pipeline.redaction.run import redact_file

    loaded = _load(cascade)
    with _progress() as watch:
        if source.is_dir():
            return list(redact_folder(source, out, loaded, policy, format, watch, options))
        summary = redact_file(source, out, loaded, policy, format, watch(source), options)
        return [FileResult(source, out, "redacted", summary)]


def _load(cascade: str) -> "Cascade":
    from pipeline.registry.loading import load_cascade

    try:
        return load_cascade(cascade)
    except UserError:
        raise
    except Exception as error:
        raise UserError(f"{cascade}: cannot be loaded: {type(error).__name__}") from error


@contextmanager
def _progress() -> "Iterator[Callable[[Path], Callable[[RunSummary], None]]]":
    """A line on stderr that counts dialogues and tokens a second, anew for every file."""
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("loading")

        def watch(path: Path) -> "Callable[[RunSummary], None]":
            bar.reset(task, description=path.name)

            def show(summary: "RunSummary") -> None:
                speed = summary.tokens / max(bar.tasks[0].elapsed or 0, 0.001)
                line = f"{path.name}: {summary.written:,} dialogues, {speed:,.0f} tokens/s"
                bar.update(task, description=line)

            return show

        yield watch


def _record(result: "FileResult") -> dict[str, Any]:
    record: dict[str, Any] = {"in": str(result.path), "out": str(result.out)}
    record["status"] = result.status
    if result.reason:
        record["reason"] = result.reason
    return record | (result.summary.as_record() if result.summary else {})


def _print(results: "list[FileResult]") -> None:
    console = Console(highlight=False, soft_wrap=True)
    for result in results:
        told = result.summary.sentence() if result.summary else result.reason
        line = f"{result.path.name}: {result.status}" + (f": {told}" if told else "")
        console.print(line, markup=False, style="red" if result.exit_code else None)
    skipped = sum(result.status == "skipped" for result in results)
    if skipped == len(results):
        console.print("No transcript is waiting.")
    if skipped:
        console.print(f"subfolders not read: {skipped}")
