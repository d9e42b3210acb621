"""The union of what encoders and direct rules propose: overlapping spans become one candidate."""

from collections.abc import Iterable
from dataclasses import replace

from pipeline.proposer.candidate import Candidate
from pipeline.transcripts import Dialogue


def unite(candidates: Iterable[Candidate]) -> list[Candidate]:
    """Disjoint candidates within each turn, covering every character that anyone proposed.

    A candidate touched by a direct rule is direct, with the rule's type; otherwise the type is
    that of the best score. Order of the input does not matter.
    """
    united: list[Candidate] = []
    for candidate in sorted(candidates):
        last = united[-1] if united else None
        if last and last.turn_id == candidate.turn_id and candidate.start < last.end:
            united[-1] = _merged(last, candidate)
        else:
            united.append(candidate)
    return united


def in_text_order(candidates: Iterable[Candidate], dialogue: Dialogue) -> list[Candidate]:
    """The candidates as a reader meets them: turn ids need not ascend."""
    place_of = {turn.turn_id: place for place, turn in enumerate(dialogue.turns)}
    return sorted(candidates, key=lambda one: (place_of[one.turn_id], one.start, one.end))


def _merged(one: Candidate, other: Candidate) -> Candidate:
    leading = max(one, other, key=lambda c: (c.is_direct, c.score, -c.start, c.type))
    return replace(
        leading,
        start=min(one.start, other.start),
        end=max(one.end, other.end),
        score=max(one.score, other.score),
        sources=tuple(sorted({*one.sources, *other.sources})),
    )
