"""What became of each gold span of a dialogue under a set of redactions."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeVar

from pipeline.evaluation.matching import Interval, match, uncovered, union
from pipeline.proposer.candidate import Candidate
from pipeline.transcripts import Dialogue, Span

LeakKind = Literal["missed", "partial"]


class Located(Protocol):
    """Anything that lies in a turn: gold span, keep span, candidate."""

    @property
    def turn_id(self) -> int: ...  # noqa: D102
    @property
    def start(self) -> int: ...  # noqa: D102
    @property
    def end(self) -> int: ...  # noqa: D102


SomeLocated = TypeVar("SomeLocated", bound=Located)


@dataclass(frozen=True, slots=True)
class GoldOutcome:
    """One gold span, the redaction matched to it, and how many of its characters stay readable."""

    span: Span
    redaction: Candidate | None
    uncovered: int

    @property
    def leak(self) -> LeakKind | None:
        """`partial` if matched and partly readable, `missed` if unmatched and readable, or None.

        A gold span that shares its only redaction with another may be unmatched and yet wholly
        covered: it costs recall and leaks nothing.
        """
        if not self.uncovered:
            return None
        return "missed" if self.redaction is None else "partial"


def gold_outcomes(gold: Iterable[Span], redactions: Iterable[Candidate]) -> list[GoldOutcome]:
    """The outcome of every gold span of one dialogue, sorted by place and type."""
    redactions_of = by_turn(redactions)
    return [
        outcome
        for turn_id, spans in sorted(by_turn(gold).items())
        for outcome in _turn_outcomes(spans, redactions_of.get(turn_id, ()))
    ]


def _turn_outcomes(gold: Sequence[Span], redactions: Sequence[Candidate]) -> list[GoldOutcome]:
    gold = sorted(gold, key=lambda span: (span.start, span.end, span.type))
    redactions = sorted(redactions)
    pairs = match(places(redactions), places(gold))
    covers = union(places(redactions))
    return [
        GoldOutcome(
            span,
            redactions[pairs[index]] if index in pairs else None,
            uncovered((span.start, span.end), covers),
        )
        for index, span in enumerate(gold)
    ]


def by_turn(located: Iterable[SomeLocated]) -> dict[int, list[SomeLocated]]:
    """The same things grouped by turn id."""
    groups: defaultdict[int, list[SomeLocated]] = defaultdict(list)
    for one in located:
        groups[one.turn_id].append(one)
    return dict(groups)


def places(located: Iterable[Located]) -> list[Interval]:
    """Where things of one turn lie."""
    return [(one.start, one.end) for one in located]


def covers_by_turn(located: Iterable[Located]) -> dict[int, list[Interval]]:
    """The union of places, turn by turn."""
    return {turn_id: union(places(group)) for turn_id, group in by_turn(located).items()}


def gold_of(dialogue: Dialogue) -> tuple[Span, ...]:
    """The gold of an annotated dialogue. ValueError where nobody annotated it."""
    if dialogue.spans is None:
        raise ValueError(f"dialogue {dialogue.dialogue_id} has no annotation")
    return dialogue.spans
