"""Annotations on a whole document, brought to spans of its turns in code points."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from pipeline.transcripts.problem import DamagedRecord
from pipeline.transcripts.units import Unit

Result = TypeVar("Result")


def in_fitting_unit(
    stated: Unit | None, likely: Sequence[Unit], attempt: Callable[[Unit], Result]
) -> Result:
    """`attempt` with the stated unit; without one, with the first likely unit that fits.

    Tools differ, and versions of one tool differ: the text that stands beside an offset is the
    only witness. Raises the DamagedRecord of the likeliest unit when none fits.
    """
    failure: DamagedRecord | None = None
    for unit in [stated] if stated else likely:
        try:
            return attempt(unit)
        except DamagedRecord as error:
            failure = failure or error
    assert failure is not None
    raise failure


def is_same_text(given: str, covered: str) -> bool:
    """Whether two texts differ in white space alone; tools fold the line breaks of a span."""
    return _bare(given) == _bare(covered)


def _bare(text: str) -> str:
    return "".join(text.replace("\\n", " ").split())


def trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """`[start, end)` without the white space at its edges; empty when it covers nothing else."""
    covered = text[start:end]
    stripped_left = len(covered) - len(covered.lstrip())
    if stripped_left == len(covered):
        return start, start
    return start + stripped_left, start + len(covered.rstrip())


def cut_by_turns(
    document: str, start: int, end: int, turns: Iterable[tuple[int, int]]
) -> Iterator[tuple[int, int, int]]:
    """(turn number, start, end) for each turn slice of the document that `[start, end)` touches."""
    for number, (turn_start, turn_end) in enumerate(turns):
        left, right = trimmed(document, max(start, turn_start), min(end, turn_end))
        if left < right:
            yield number, left - turn_start, right - turn_start
