"""What every direct rule is."""

from collections.abc import Iterator
from typing import Protocol

from pipeline.proposer.rules.view import View
from pipeline.transcripts import SpanType


class Rule(Protocol):
    """A deterministic recogniser whose spans are redacted without review: precision first."""

    @property
    def name(self) -> str:
        """What it is called in a candidate's sources, after `rule:`."""

    @property
    def type(self) -> SpanType:
        """The type of its spans."""

    def find(self, view: View, previous: View | None, /) -> Iterator[tuple[int, int]]:
        """Spans `[start, end)` of `view`; `previous` is the turn before, where a question may be.

        Time is linear in the length of the view.
        """
