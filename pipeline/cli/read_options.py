"""Options of all commands that read transcripts, turned into ReadOptions."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from pipeline.errors import UserError

if TYPE_CHECKING:
    from pipeline.transcripts.options import ReadOptions

Value = TypeVar("Value")

Columns = Annotated[
    list[str] | None,
    typer.Option("--column", metavar="OURS=THEIRS", help="A column or key, as text=utterance."),
]
Roles = Annotated[
    list[str] | None,
    typer.Option("--role", metavar="LABEL=ROLE", help='A speaker label, as "Ms Lee=tutor".'),
]
Types = Annotated[
    list[str] | None,
    typer.Option("--type", metavar="LABEL=TYPE", help="An annotation label, as PUPIL=NAME."),
]
OffsetUnit = Annotated[
    str | None,
    typer.Option("--unit", help="code-points, utf-16 or utf-8; judged by the spans if left out."),
]

Platform = Annotated[str, typer.Option(help="Platform of dialogues that name none.")]


def read_options(
    columns: list[str] | None, roles: list[str] | None, types: list[str] | None, unit: str | None
) -> "ReadOptions":
    """The options as a reader takes them. UserError when one cannot be understood."""
    from pipeline.transcripts import SpanType, SpeakerRole
    from pipeline.transcripts.options import ReadOptions
    from pipeline.transcripts.units import Unit

    return ReadOptions(
        columns=_mapping("--column", columns or (), str),
        roles=_mapping("--role", roles or (), lambda value: SpeakerRole(value.lower())),
        types=_mapping("--type", types or (), lambda value: SpanType(value.upper())),
        unit=None if unit is None else _value("--unit", unit, Unit),
    )


def _mapping(
    option: str, pairs: Iterable[str], convert: Callable[[str], Value]
) -> dict[str, Value]:
    found = {}
    for pair in pairs:
        left, separator, right = pair.rpartition("=")
        if not (separator and left and right):
            raise UserError(f"{option} needs two names with = between them")
        found[left] = _value(option, right, convert)
    return found


def _value(option: str, value: str, convert: Callable[[str], Value]) -> Value:
    try:
        return convert(value)
    except ValueError as error:
        raise UserError(f"{option}: {error}") from None
