"""From a reviewer's logit to p_redact, and the p_redact from which a candidate is redacted.

Logistic calibration (Platt 1999) on validation candidates. Its inputs are the reviewer's logit
and the proposer's score as a logit, so that two opinions count where one is doubtful.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

_CLIP = 12.0
_RIDGE = 1e-3


@dataclass(frozen=True, slots=True)
class Calibration:
    """p_redact = σ(a · reviewer logit + b · proposer logit + c); REDACT from `threshold` on."""

    a: float
    b: float
    c: float
    threshold: float

    def p_redact(
        self, logits: NDArray[np.float64], scores: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """Probabilities [candidates] from reviewer logits and proposer scores (0..1)."""
        exponent = self.a * _clip(logits) + self.b * _logit(scores) + self.c
        probability: NDArray[np.float64] = 1 / (1 + np.exp(-exponent))
        # A logit of +inf says that the candidate could not be read: never keep it.
        return np.where(np.isposinf(logits), 1.0, probability)


def calibrate(
    logits: NDArray[np.float64],
    scores: NDArray[np.float64],
    labels: NDArray[np.bool_],
    missed: int,
    recall: float,
) -> Calibration:
    """Fit on candidates with labels (True REDACT); `missed` gold spans had no candidate at all.

    Where no candidate is to be redacted there is nothing to fit: a fit would keep everything, so
    the reviewer's logit is taken as it is.
    """
    if not labels.any():
        return Calibration(1.0, 0.0, 0.0, 0.5)
    inputs = np.stack([_clip(logits), _logit(scores), np.ones_like(logits)], axis=1)

    def loss(weights: NDArray[np.float64]) -> float:
        exponent = inputs @ weights
        losses = np.logaddexp(0, np.where(labels, -exponent, exponent))
        return float(losses.mean() + _RIDGE * (weights[:2] ** 2).sum())

    bounds = [(0.0, None), (0.0, None), (None, None)]
    start = np.array([1.0, 0.1, 0.0])
    a, b, c = minimize(loss, start, method="L-BFGS-B", bounds=bounds).x.tolist()
    fitted = Calibration(a, b, c, 0.5)
    threshold = best_threshold(fitted.p_redact(logits, scores), labels, missed, recall)
    return Calibration(a, b, c, threshold)


def best_threshold(
    probabilities: NDArray[np.float64], labels: NDArray[np.bool_], missed: int, recall: float
) -> float:
    """The threshold of the best F1 among those that keep `recall`; else that of most recall."""
    gold = int(labels.sum()) + missed
    order = np.argsort(-probabilities, kind="stable")
    found = np.cumsum(labels[order])
    f1 = 2 * found / (np.arange(1, len(order) + 1) + gold)
    reached = found >= min(recall * gold, labels.sum())
    if not reached.any():
        return 0.5
    best = int(np.argmax(np.where(reached, f1, -1.0)))
    return _between(probabilities[order], best)


def _between(ranked: NDArray[np.float64], last_in: int) -> float:
    """Half way to the next candidate below, so that the threshold does not hang on one."""
    below = ranked[last_in + 1] if last_in + 1 < len(ranked) else 0.0
    return float((ranked[last_in] + below) / 2)


def _clip(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.clip(logits, -_CLIP, _CLIP)


def _logit(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    kept = np.clip(scores, 1e-4, 1 - 1e-4)
    return np.asarray(np.log(kept / (1 - kept)))


def columns(
    logits: Sequence[NDArray[np.float64]], scores: Sequence[Sequence[float]]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Reviewer logits and proposer scores of many dialogues, each as one array."""
    flat = [score for row in scores for score in row]
    return np.concatenate([*logits, np.zeros(0)]), np.array(flat, dtype=np.float64)
