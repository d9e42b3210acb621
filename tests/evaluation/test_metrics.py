from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.evaluation.counts import Counts, count
from pipeline.evaluation.metrics import f_score, figures, with_challenge
from pipeline.transcripts import SpanType


def summary(gold: int, predicted: int, matched: int) -> Counts:
    return Counts(
        gold=Counter(NAME=gold),
        predicted=Counter(NAME=predicted),
        matched=Counter(NAME=matched),
        right=Counter(NAME=matched),
        covered=Counter(NAME=matched),
    )


def test_a_set_worked_by_hand(dialogue, candidate) -> None:
    # A: Anna found, Bo cut short, Cy missed, Euler redacted wrongly. B: Di found as a school.
    first = dialogue("a", "[Anna] [Boris] [Cyril] {Euler} {Venn}", "A")
    second = dialogue("b", "[Diana]", "B")
    found = figures(
        [
            ("A", count(first, [candidate(0, 4), candidate(5, 8), candidate(17, 22)])),
            ("B", count(second, [candidate(0, 5, SpanType.SCHOOL)])),
        ]
    )
    assert found["platforms"]["A"] == {
        "precision": pytest.approx(2 / 3),
        "recall": pytest.approx(2 / 3),
        "f1": pytest.approx(2 / 3),
        "gold": 3,
        "predicted": 3,
        "matched": 2,
    }
    assert found["platforms"]["B"]["f1"] == 1
    assert found["macro_f1"] == pytest.approx((2 / 3 + 1) / 2)
    assert found["full_coverage_recall"] == pytest.approx(2 / 4)
    assert (found["partial_leaks"], found["detail"]["missed_leaks"]) == (1, 1)
    assert (found["keep_spans"], found["over_redacted"]) == (2, 1)
    assert found["by_type"]["NAME"]["recall"] == pytest.approx(3 / 4)
    assert found["by_type"]["NAME"]["precision"] == pytest.approx(2 / 3)
    assert found["by_type"]["NAME"]["same_type"] == 2
    assert found["by_type"]["SCHOOL"]["predicted"] == found["by_type"]["SCHOOL"]["right"] == 1
    assert found["detail"]["over_redaction_by_why"] == {
        "concept": {"keep_spans": 2, "over_redacted": 1}
    }


@pytest.mark.parametrize(
    ("gold", "predicted", "expected"),
    [
        pytest.param(0, 0, (1, 1, 1), id="nothing to find and nothing found"),
        pytest.param(0, 3, (0, 0, 0), id="nothing to find and something found"),
        pytest.param(3, 0, (0, 0, 0), id="something to find and nothing found"),
    ],
)
def test_empty_sides_have_defined_figures(gold, predicted, expected) -> None:
    one = figures([("A", summary(gold, predicted, 0))])
    row = one["platforms"]["A"]
    assert (row["precision"], row["recall"], row["f1"]) == expected
    assert one["macro_f1"] == expected[2]


@pytest.mark.parametrize("false_alarms", [0, 5])
def test_a_platform_without_gold_does_not_move_macro_f1(false_alarms: int) -> None:
    found = figures([("A", summary(4, 4, 3)), ("B", summary(0, false_alarms, 0))])
    assert found["macro_f1"] == found["platforms"]["A"]["f1"] == 0.75


def test_macro_f1_weighs_platforms_alike_whatever_their_size() -> None:
    found = figures([("A", summary(1000, 1000, 1000)), ("B", summary(2, 2, 1))])
    assert found["macro_f1"] == 0.75


def test_a_platform_is_the_sum_of_its_dialogues_not_their_mean() -> None:
    found = figures([("A", summary(9, 9, 9)), ("A", summary(1, 1, 0))])
    assert found["macro_f1"] == pytest.approx(0.9)


@given(st.integers(0, 50), st.integers(0, 50), st.data())
def test_f1_is_the_harmonic_mean_and_f5_leans_to_recall(gold, predicted, data) -> None:
    matched = data.draw(st.integers(0, min(gold, predicted)))
    f1, f5 = (f_score(matched, gold, predicted, beta) for beta in (1, 5))
    assert 0 <= f1 <= 1
    if matched:
        precision, recall = matched / predicted, matched / gold
        assert f1 == pytest.approx(2 * precision * recall / (precision + recall))
        assert f5 == pytest.approx(26 * precision * recall / (25 * precision + recall))


def test_challenge_drop_is_canonical_minus_challenge() -> None:
    canonical, challenge = (figures([("A", summary(4, 4, n))]) for n in (4, 3))
    both = with_challenge(canonical, challenge)
    assert both["challenge_drop"] == 0.25
    assert both["challenge"]["macro_f1"] == 0.75
    assert not {"challenge", "challenge_drop"} & with_challenge(canonical, None).keys()
