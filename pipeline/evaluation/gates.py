"""Gates: named checks on an evaluation, all of which must pass before promotion.

A check that has nothing to stand on (figure missing, NaN, no gold) is `insufficient`, and that
is not a pass.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from pipeline.evaluation.gate_metrics import GateMetrics
from pipeline.evaluation.gate_params import GateParams


class CheckVerdict(StrEnum):
    """What one check came to."""

    PASS = "pass"
    FAIL = "fail"
    INSUFFICIENT = "insufficient"


@dataclass(frozen=True, slots=True)
class Check:
    """One named check, with the figure it looked at and the bound it held against it."""

    name: str
    value: float | None
    bound: float
    direction: Literal["at least", "at most"]
    verdict: CheckVerdict
    sentence: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """All checks; the whole passes only if there are some and each passes."""

    checks: tuple[Check, ...]

    @property
    def passed(self) -> bool:
        """Whether the cascade may be promoted."""
        return {check.verdict for check in self.checks} == {CheckVerdict.PASS}


def judge_gates(metrics: GateMetrics, params: GateParams) -> Verdict:
    """Every check of an evaluation against its bound, none left out."""
    return Verdict(tuple(check for gate in GATES for check in gate(metrics, params)))


def macro_f1(metrics: GateMetrics, params: GateParams) -> Iterator[Check]:
    """Macro F1 on the canonical set."""
    value = metrics.macro_f1 if metrics.has_gold else None
    yield check("macro_f1", value, "at least", params.macro_f1_min, "canonical macro F1")


def recall(metrics: GateMetrics, params: GateParams) -> Iterator[Check]:
    """Recall on each platform of the canonical set, and on each that the bounds name."""
    for name in sorted(metrics.platforms.keys() | params.recall_min_on.keys()) or ["any"]:
        platform = metrics.platforms.get(name)
        value = platform.recall if platform and platform.gold else None
        bound = params.recall_min_on.get(name, params.recall_min)
        yield check(f"recall.{name}", value, "at least", bound, f"recall on platform {name}")


def partial_leaks(metrics: GateMetrics, params: GateParams) -> Iterator[Check]:
    """Matched gold of which some characters stay readable, on the canonical set."""
    value = metrics.partial_leaks if metrics.has_gold else None
    yield check("partial_leaks", value, "at most", params.partial_leaks_max, "partial leaks")


def challenge_drop(metrics: GateMetrics, params: GateParams) -> Iterator[Check]:
    """How much macro F1 falls from the canonical to the challenge set."""
    challenge = metrics.challenge
    has_both = metrics.has_gold and challenge is not None and challenge.has_gold
    value = metrics.challenge_drop if has_both else None
    yield check("challenge_drop", value, "at most", params.challenge_drop_max, "challenge drop")


Gate = Callable[[GateMetrics, GateParams], Iterator[Check]]
GATES: tuple[Gate, ...] = (macro_f1, recall, partial_leaks, challenge_drop)


def check(
    name: str,
    value: float | None,
    direction: Literal["at least", "at most"],
    bound: float,
    what: str,
) -> Check:
    """Hold one figure against its bound; equal is good enough."""
    if value is None or not math.isfinite(value):
        sentence = f"There is no figure for {what}, or no gold behind it."
        return Check(name, None, bound, direction, CheckVerdict.INSUFFICIENT, sentence)
    good = value >= bound if direction == "at least" else value <= bound
    verb = "is" if good else "should be"
    sentence = f"{_capital(what)} {_number(value)} {verb} {direction} {_number(bound)}."
    verdict = CheckVerdict.PASS if good else CheckVerdict.FAIL
    return Check(name, value, bound, direction, verdict, sentence)


def _capital(what: str) -> str:
    return what[:1].upper() + what[1:]


def _number(value: float) -> str:
    """Four decimals, so that a near miss does not read like equality."""
    return str(value) if isinstance(value, int) else f"{value:.4f}"
