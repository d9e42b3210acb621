"""Calibrated probabilities and thresholds that keep recall first."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.reviewer.calibration import best_threshold, calibrate

CHANCE = np.random.default_rng(5)


def _sample(n=4000):
    """Logits four times too sure of themselves, and a proposer that knows a little."""
    truth = CHANCE.normal(size=n)
    labels = CHANCE.random(n) < 1 / (1 + np.exp(-truth))
    return 4 * truth, np.full(n, 0.5), labels


def test_overconfident_logits_are_brought_back():
    logits, scores, labels = _sample()
    fitted = calibrate(logits, scores, labels, missed=0, recall=0.9)
    chances = fitted.p_redact(logits, scores)

    assert fitted.a == pytest.approx(0.25, abs=0.05)
    for low in (0.1, 0.3, 0.5, 0.7):
        inside = (chances >= low) & (chances < low + 0.2)
        assert labels[inside].mean() == pytest.approx(chances[inside].mean(), abs=0.05)


def test_an_unreadable_candidate_is_redacted():
    logits, scores, labels = _sample(200)
    fitted = calibrate(logits, scores, labels, missed=0, recall=0.5)
    assert fitted.p_redact(np.array([np.inf]), np.array([0.01])).tolist() == [1.0]


@pytest.mark.parametrize(
    ("labels", "missed", "recall", "kept"),
    [
        ([1, 1, 0, 0], 0, 0.9, 2),
        ([1, 0, 1, 0], 0, 0.9, 3),  # recall first, though two of three is a worse F1 than one
        ([1, 0, 0, 0], 0, 0.9, 1),
        ([1, 1, 0, 1], 7, 0.9, 4),  # the target is out of reach: give all that is left
        ([1, 0, 0, 0, 0, 1], 0, 0.5, 1),
    ],
)
def test_the_threshold_is_the_best_f1_that_keeps_recall(labels, missed, recall, kept):
    chances = np.linspace(0.9, 0.1, len(labels))
    threshold = best_threshold(chances, np.array(labels, dtype=bool), missed, recall)
    assert int((chances >= threshold).sum()) == kept


@given(labels=st.lists(st.booleans(), min_size=1, max_size=30), recall=st.floats(0.1, 1))
def test_recall_is_kept_whatever_the_labels(labels, recall):
    gold = np.array(labels)
    chances = np.linspace(0.95, 0.05, len(gold))
    threshold = best_threshold(chances, gold, 0, recall)
    if gold.any():
        assert gold[chances >= threshold].sum() >= recall * gold.sum() - 1e-9


def test_nothing_to_learn_from_gives_an_even_threshold():
    assert best_threshold(np.zeros(0), np.zeros(0, dtype=bool), 0, 0.9) == 0.5


@pytest.mark.parametrize("count", [0, 3])
def test_without_a_candidate_to_redact_the_logit_decides_and_nothing_is_kept_by_the_fit(count):
    logits, scores = np.linspace(-2, 2, count), np.full(count, 0.1)
    found = calibrate(logits, scores, np.zeros(count, dtype=bool), missed=5, recall=0.9)
    assert found.threshold == 0.5
    assert found.p_redact(np.array([-3.0, 3.0]), np.array([0.1, 0.1])).round(2).tolist() == [
        0.05,
        0.95,
    ]
