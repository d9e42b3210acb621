"""`rok data add`, `log` and `diff`: batches as versions of the data."""

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from pipeline.batches.record import BatchRecord, Purpose
from pipeline.cli.data import data
from pipeline.cli.read_options import Columns, OffsetUnit, Roles, Types, read_options

if TYPE_CHECKING:
    from pipeline.batches.difference import Difference

SHOWN = 20

Repo = Annotated[Path, typer.Option(metavar="DIR", help="Repository that holds the versions.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def register(app: typer.Typer) -> None:  # noqa: ARG001
    """Add the commands of data versions to `rok data`."""
    data.command("add")(add)
    data.command("log")(log)
    data.command("diff")(diff)


def add(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Files or folders.")],
    purpose: Annotated[
        Purpose, typer.Option("--as", help="What for; canonical and challenge are frozen tests.")
    ] = Purpose.TRAIN,
    source: Annotated[str, typer.Option(help="Where the batch comes from.")] = "",
    licence: Annotated[str, typer.Option(help="Licence of the batch.")] = "",
    repo: Repo = Path(),
    form: Annotated[
        str | None, typer.Option("--format", metavar="F", help="Judged by content if left out.")
    ] = None,
    platform: Annotated[
        str, typer.Option(help="Platform of dialogues that name none.")
    ] = "unknown",
    columns: Columns = None,
    roles: Roles = None,
    types: Types = None,
    unit: OffsetUnit = None,
    remote: Annotated[
        str | None, typer.Option(metavar="NAME", help="DVC remote; else the default one.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Land a batch: check it, keep it as shards, and make it the next version data/vN.

    All files together are one batch. Records that cannot be trusted, and dialogues that nobody
    has annotated, go to data/quarantine, which stays on this machine. The rest is pushed to the
    DVC remote and becomes one commit with one tag, whole or not at all; after a failure run the
    same command again. A batch that is a version already is recognised.

    Exit codes: 0 landed or known already, 2 something stood in the way, 3 refused for what the
    files hold, so that trying again with the same ones is in vain.
    """
    from pipeline.batches import AlreadyKnown, Terms
    from pipeline.batches import add as land
    from pipeline.cli.subfolders import warn_of_subfolders

    options = replace(read_options(columns, roles, types, unit), platform=platform)
    terms = Terms(source, licence)
    warn_of_subfolders(files)
    with Console(stderr=True).status("Landing the batch…"):
        result = land(files, purpose, terms, repo, form=form, options=options, remote=remote)
    known = isinstance(result, AlreadyKnown)
    record = result.record if isinstance(result, AlreadyKnown) else result
    if as_json:
        typer.echo(json.dumps(record.model_dump(mode="json") | {"already_known": known}))
    else:
        typer.echo(f"already {record.version}" if known else _sentence(record))


def _sentence(record: BatchRecord) -> str:
    counts = record.counts
    spans = sum(sum(types.values()) for types in counts.spans.values())
    return (
        f"{record.version}: {record.purpose.value} batch {record.batch_id} with "
        f"{counts.dialogues} dialogues, {counts.turns} turns, {spans} spans; "
        f"{record.quarantined} records quarantined"
    )


def log(repo: Repo = Path(), as_json: AsJson = False) -> None:
    """List the versions of the data, oldest first, and the batch that each one added."""
    from pipeline.batches.versions import Versions
    from pipeline.batches.workplace import Workplace

    records = Versions(Workplace.find(repo).git).log()
    if as_json:
        typer.echo(json.dumps([record.model_dump(mode="json") for record in records]))
        return
    for one in records:
        typer.echo(f"{one.landed_at}  {_sentence(one)}")
    if not records:
        typer.echo("no data version yet; `rok data add FILE` makes the first")


def diff(
    old: Annotated[str, typer.Argument(metavar="A", help="A version: data/v1, v1 or 1.")],
    new: Annotated[str, typer.Argument(metavar="B", help="Another version.")],
    repo: Repo = Path(),
    as_json: AsJson = False,
) -> None:
    """Say which dialogues and spans were added, changed or removed from A to B.

    Names ids, turns, offsets and types, never any text. Shards that are not here are pulled.
    """
    from pipeline.batches.difference import compare
    from pipeline.batches.versions import Versions
    from pipeline.batches.workplace import Workplace

    place = Workplace.find(repo)
    versions = Versions(place.git)
    before, after = versions.resolve(old), versions.resolve(new)
    with Console(stderr=True).status("Comparing…"):
        found = compare(place.root, versions.records_at(before), versions.records_at(after))
    if as_json:
        typer.echo(json.dumps({"from": before, "to": after} | found.model_dump(mode="json")))
    else:
        _print_difference(found)


def _print_difference(found: "Difference") -> None:
    groups: dict[str, list[str]] = {
        "dialogues added": [one.dialogue_id for one in found.added],
        "dialogues changed": [one.dialogue_id for one in found.changed],
        "dialogues removed": [one.dialogue_id for one in found.removed],
        "spans added": [one.place for one in found.spans.added],
        "spans changed": [f"{one.old.place} → {one.new.place}" for one in found.spans.changed],
        "spans removed": [one.place for one in found.spans.removed],
    }
    for name, lines in groups.items():
        typer.echo(f"{name}: {len(lines)}")
        for line in lines[:SHOWN]:
            typer.echo(f"  {line}")
        if len(lines) > SHOWN:
            typer.echo(f"  … and {len(lines) - SHOWN} more; --json names all")
