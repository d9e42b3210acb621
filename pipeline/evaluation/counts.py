"""Counts of one dialogue that add up to counts of a platform or of a whole set.

Every figure of an evaluation is a function of sums of these, so a bootstrap by dialogue only
has to sum other dialogues.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields
from typing import Self

from pipeline.evaluation.matching import touches
from pipeline.evaluation.outcomes import GoldOutcome, covers_by_turn, gold_of, gold_outcomes
from pipeline.proposer.candidate import Candidate
from pipeline.transcripts import Dialogue, KeepSpan

# `why` is free text and could hold a name: only these words are ever reported.
KEEP_REASONS = ("word_problem", "public_figure", "concept", "brand", "other")


def _counter() -> Counter[str]:
    return Counter()


@dataclass(frozen=True, slots=True)
class Counts:
    """How many spans, by type (of the gold or of the prediction) or by reason to keep."""

    gold: Counter[str] = field(default_factory=_counter)
    matched: Counter[str] = field(default_factory=_counter)
    """Gold with a prediction of its own, by the type of the gold."""
    same_type: Counter[str] = field(default_factory=_counter)
    """Matched gold whose prediction has its type too."""
    covered: Counter[str] = field(default_factory=_counter)
    """Gold of which no character stays readable."""
    partial_leaks: Counter[str] = field(default_factory=_counter)
    missed_leaks: Counter[str] = field(default_factory=_counter)
    predicted: Counter[str] = field(default_factory=_counter)
    right: Counter[str] = field(default_factory=_counter)
    """Predictions matched to some gold, by the type of the prediction."""
    keep_spans: Counter[str] = field(default_factory=_counter)
    over_redacted: Counter[str] = field(default_factory=_counter)

    def __add__(self, other: Self) -> Self:
        sums = {
            one.name: getattr(self, one.name) + getattr(other, one.name) for one in fields(self)
        }
        return type(self)(**sums)

    @classmethod
    def total(cls, counts: Iterable[Self]) -> Self:
        """The sum, all zero for none."""
        return sum(counts, start=cls())


def count(dialogue: Dialogue, redactions: Sequence[Candidate]) -> Counts:
    """The counts of one annotated dialogue under `redactions`; ValueError if not annotated."""
    return count_outcomes(dialogue, redactions, gold_outcomes(gold_of(dialogue), redactions))


def count_outcomes(
    dialogue: Dialogue, redactions: Sequence[Candidate], outcomes: Sequence[GoldOutcome]
) -> Counts:
    """The same from outcomes that are known already."""
    matched = [(one.span.type, one.redaction.type) for one in outcomes if one.redaction]
    return Counts(
        gold=Counter(one.span.type for one in outcomes),
        matched=Counter(gold for gold, _ in matched),
        same_type=Counter(gold for gold, predicted in matched if gold == predicted),
        covered=Counter(one.span.type for one in outcomes if not one.uncovered),
        partial_leaks=Counter(one.span.type for one in outcomes if one.leak == "partial"),
        missed_leaks=Counter(one.span.type for one in outcomes if one.leak == "missed"),
        predicted=Counter(one.type for one in redactions),
        right=Counter(predicted for _, predicted in matched),
        keep_spans=Counter(_reason(keep) for keep in dialogue.keep_spans),
        over_redacted=Counter(_reason(keep) for keep in _over_redacted(dialogue, redactions)),
    )


def _over_redacted(dialogue: Dialogue, redactions: Sequence[Candidate]) -> list[KeepSpan]:
    """Keep spans that a redaction overlaps and no gold span does."""
    redacted, gold = covers_by_turn(redactions), covers_by_turn(gold_of(dialogue))
    return [
        keep
        for keep in dialogue.keep_spans
        if touches((keep.start, keep.end), redacted.get(keep.turn_id, []))
        and not touches((keep.start, keep.end), gold.get(keep.turn_id, []))
    ]


def _reason(keep: KeepSpan) -> str:
    return keep.why if keep.why in KEEP_REASONS else "other"
