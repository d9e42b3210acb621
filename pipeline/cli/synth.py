"""`rok data synth`: annotated dialogues out of nothing, for demos and tests."""

from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.cli.data import data
from pipeline.errors import UserError

if TYPE_CHECKING:
    from pipeline.transcripts.dialogue import Dialogue


class Platform(StrEnum):
    """The synthetic platforms: A is short typed chats, B long classroom talk."""

    A = "A"
    B = "B"


def register(app: typer.Typer) -> None:  # noqa: ARG001
    """Add the command to `rok data`."""
    data.command("synth")(synth)


def synth(
    out: Annotated[Path, typer.Argument(metavar="OUT", help="A .jsonl file, or a folder.")],
    dialogues: Annotated[int, typer.Option(min=1, help="How many; for a folder, in train.")] = 240,
    seed: Annotated[int, typer.Option(min=0, help="The same seed, the same dialogues.")] = 13,
    challenge: Annotated[
        bool, typer.Option("--challenge", help="Names that are also something else; file only.")
    ] = False,
    platform: Annotated[
        list[Platform] | None, typer.Option(help="A: chats. B: lessons. Both when not given.")
    ] = None,
) -> None:
    """Write invented tutoring dialogues with gold spans.

    For demos and tests: figures measured on them say nothing about real data.

    OUT.jsonl is one file. Any other OUT is a folder for `rok train --data`: train.jsonl
    with the number of dialogues asked for, val.jsonl with an eighth, canonical.jsonl and
    challenge.jsonl with a sixth each, all from different names and mixes of problems.
    """
    platforms = tuple(str(one) for one in platform or Platform)
    if out.suffix == ".jsonl":
        counts = _write_file(out, dialogues, seed, platforms, challenge)
    elif challenge:
        raise UserError(f"{out}: a folder has a challenge set anyway; --challenge is for a file")
    else:
        counts = _write_folder(out, dialogues, seed, platforms)
    for name, count in counts.items():
        typer.echo(f"{count:7,} dialogues  {name}")


def _write_file(
    out: Path, dialogues: int, seed: int, platforms: tuple[str, ...], challenge: bool
) -> dict[str, int]:
    from pipeline.transcripts.native import write_dialogues
    from pipeline.transcripts.synthetic import generate

    made = generate(dialogues, seed, challenge=challenge, platforms=platforms)
    return {str(out): write_dialogues(_watch(made, out.stem, dialogues), out)}


def _write_folder(
    out: Path, dialogues: int, seed: int, platforms: tuple[str, ...]
) -> dict[str, int]:
    from pipeline.transcripts.synthetic.collection import write_collection

    counts = write_collection(out, dialogues, seed, platforms, _watch)
    return {str(out / f"{name}.jsonl"): count for name, count in counts.items()}


def _watch(made: Iterator["Dialogue"], name: str, total: int) -> Iterator["Dialogue"]:
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    yield from track(made, name, total, console=console, disable=not console.is_terminal)
