"""Figures from counts, in the form of `metrics.json`.

Where a ratio has nothing to divide by, two empty sides agree perfectly (1.0) and one empty side
does not at all (0.0): so a platform without gold or without predictions has defined figures. It
proves nothing about recall, though: macro F1 leaves platforms without gold out as long as one
has gold, and a gate calls such a platform insufficient.
"""

from collections.abc import Iterable
from statistics import fmean
from typing import Any, TypedDict

from pipeline.evaluation.counts import KEEP_REASONS, Counts


class PlatformFigures(TypedDict):
    """Span-level figures of one platform under overlap matching."""

    precision: float
    recall: float
    f1: float
    gold: int
    predicted: int
    matched: int


class TypeFigures(TypedDict):
    """Recall by the type of the gold, precision by the type of the prediction."""

    gold: int
    matched: int
    recall: float
    same_type: int
    covered: int
    full_coverage_recall: float
    partial_leaks: int
    predicted: int
    right: int
    precision: float


class Figures(TypedDict):
    """The figures of one set of dialogues. `detail` holds what the report shows besides."""

    macro_f1: float
    platforms: dict[str, PlatformFigures]
    full_coverage_recall: float
    partial_leaks: int
    keep_spans: int
    over_redacted: int
    by_type: dict[str, TypeFigures]
    detail: dict[str, Any]


def figures(counted: Iterable[tuple[str, Counts]]) -> Figures:
    """The figures of a set from (platform, counts of one dialogue)."""
    dialogues = list(counted)
    sums = {
        platform: Counts.total(counts for name, counts in dialogues if name == platform)
        for platform in sorted({name for name, _ in dialogues})
    }
    total = Counts.total(sums.values())
    return Figures(
        macro_f1=macro_f(sums.values(), beta=1),
        platforms={platform: platform_figures(counts) for platform, counts in sums.items()},
        full_coverage_recall=share(
            total.covered.total(), total.gold.total(), total.predicted.total()
        ),
        partial_leaks=total.partial_leaks.total(),
        keep_spans=total.keep_spans.total(),
        over_redacted=total.over_redacted.total(),
        by_type={name: type_figures(total, name) for name in sorted(total.gold | total.predicted)},
        detail={
            "dialogues": len(dialogues),
            "macro_f5": macro_f(sums.values(), beta=5),
            "missed_leaks": total.missed_leaks.total(),
            "over_redaction_by_why": _over_redaction_by_why(total),
        },
    )


def platform_figures(counts: Counts) -> PlatformFigures:
    """Precision, recall and F1 of summed counts."""
    gold, predicted = counts.gold.total(), counts.predicted.total()
    matched = counts.matched.total()
    return PlatformFigures(
        precision=share(matched, predicted, gold),
        recall=share(matched, gold, predicted),
        f1=f_score(matched, gold, predicted, beta=1),
        gold=gold,
        predicted=predicted,
        matched=matched,
    )


def type_figures(counts: Counts, name: str) -> TypeFigures:
    """The figures of one span type."""
    gold, predicted = counts.gold[name], counts.predicted[name]
    return TypeFigures(
        gold=gold,
        matched=counts.matched[name],
        recall=share(counts.matched[name], gold, predicted),
        same_type=counts.same_type[name],
        covered=counts.covered[name],
        full_coverage_recall=share(counts.covered[name], gold, predicted),
        partial_leaks=counts.partial_leaks[name],
        predicted=predicted,
        right=counts.right[name],
        precision=share(counts.right[name], predicted, gold),
    )


def macro_f(platforms: Iterable[Counts], beta: float) -> float:
    """Mean over platforms of the span-level F score; 0.0 for no platform at all."""
    sums = list(platforms)
    with_gold = [counts for counts in sums if counts.gold] or sums
    if not with_gold:
        return 0.0
    return fmean(
        f_score(one.matched.total(), one.gold.total(), one.predicted.total(), beta)
        for one in with_gold
    )


def f_score(matched: int, gold: int, predicted: int, beta: float) -> float:
    """F-beta of a one-to-one matching; recall weighs `beta` times as much as precision."""
    weight = beta * beta
    if not gold and not predicted:
        return 1.0
    return (1 + weight) * matched / (weight * gold + predicted)


def share(part: int, whole: int, other_side: int) -> float:
    """`part / whole`; of nothing, 1.0 if the other side is empty too and 0.0 if it is not."""
    if whole:
        return part / whole
    return 0.0 if other_side else 1.0


def _over_redaction_by_why(counts: Counts) -> dict[str, dict[str, int]]:
    return {
        why: {"keep_spans": counts.keep_spans[why], "over_redacted": counts.over_redacted[why]}
        for why in KEEP_REASONS
        if counts.keep_spans[why]
    }


def with_challenge(canonical: Figures, challenge: Figures | None) -> dict[str, Any]:
    """Canonical figures at the top; the challenge set's, and the drop, where there is one."""
    if challenge is None:
        return dict(canonical)
    drop = canonical["macro_f1"] - challenge["macro_f1"]
    return {**canonical, "challenge": challenge, "challenge_drop": drop}
