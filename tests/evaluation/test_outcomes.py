import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.evaluation.counts import Counts, count
from pipeline.evaluation.outcomes import gold_outcomes
from pipeline.proposer.candidate import Candidate
from pipeline.transcripts import Dialogue, KeepSpan, Span, SpanType


@pytest.mark.parametrize(
    ("gold", "redactions", "leaks"),
    [
        pytest.param([(0, 4)], [(0, 4)], [None], id="whole"),
        pytest.param([(0, 4)], [], ["missed"], id="untouched"),
        pytest.param([(0, 4)], [(0, 3)], ["partial"], id="the last letter stays"),
        pytest.param([(0, 9)], [(0, 4), (5, 9)], ["partial"], id="the gap between two stays"),
        pytest.param([(0, 9)], [(0, 4), (4, 9)], [None], id="two cover it together"),
        pytest.param([(0, 4), (5, 9)], [(0, 9)], [None, None], id="one over two leaks nothing"),
        pytest.param([(0, 4), (5, 9)], [(0, 7)], [None, "missed"], id="the unmatched rest"),
        pytest.param([(4, 8)], [(0, 4), (8, 9)], ["missed"], id="neighbours cover nothing"),
    ],
)
def test_what_becomes_of_gold(candidate, gold, redactions, leaks) -> None:
    spans = [Span(turn_id=0, start=s, end=e, type=SpanType.NAME) for s, e in gold]
    outcomes = gold_outcomes(spans, [candidate(*place) for place in redactions])
    assert [outcome.leak for outcome in outcomes] == leaks


def test_the_same_offsets_in_another_turn_do_not_match(candidate) -> None:
    span = Span(turn_id=1, start=0, end=4, type=SpanType.NAME)
    assert gold_outcomes([span], [candidate(0, 4, turn=0)])[0].leak == "missed"


def test_type_is_counted_but_not_needed_to_match(dialogue, candidate) -> None:
    counts = count(dialogue("d", "[Anna] said"), [candidate(0, 4, SpanType.SCHOOL)])
    assert counts.matched == {"NAME": 1}
    assert counts.right == counts.predicted == {"SCHOOL": 1}
    assert counts.same_type.total() == 0


@pytest.mark.parametrize(
    ("text", "redactions", "over_redacted"),
    [
        pytest.param("{Euler} proved", [(0, 5)], 1, id="redacted"),
        pytest.param("{Euler} proved", [(4, 8)], 1, id="redacted in part"),
        pytest.param("{Euler} proved", [(5, 8)], 0, id="only a neighbour is"),
        pytest.param("{Euler} proved", [], 0, id="kept"),
        pytest.param("{[Euler]} proved", [(0, 5)], 0, id="it is gold as well"),
    ],
)
def test_over_redaction(dialogue, candidate, text, redactions, over_redacted) -> None:
    source = dialogue("d", text.replace("{[Euler]}", "[Euler]"))
    if "{[" in text:
        source = source.model_copy(update={"keep_spans": (KeepSpan(turn_id=0, start=0, end=5),)})
    counts = count(source, [candidate(*place) for place in redactions])
    assert counts.keep_spans.total() == 1
    assert counts.over_redacted.total() == over_redacted


def test_a_reason_that_could_be_a_name_is_counted_as_other(dialogue) -> None:
    counts = count(dialogue("d", "{Grace} period", why="Grace Hopper's line"), [])
    assert counts.keep_spans == {"other": 1}


def test_an_unannotated_dialogue_is_not_one_without_pii(dialogue) -> None:
    source = dialogue("d-7", "Anna").model_copy(update={"spans": None})
    with pytest.raises(ValueError, match="d-7 has no annotation"):
        count(source, [])


def test_of_two_redactions_in_one_place_the_same_one_counts_in_any_order(
    dialogue, candidate
) -> None:
    two = [candidate(0, 4, SpanType.SCHOOL), candidate(0, 4, SpanType.NAME)]
    source = dialogue("d", "[Anna]")
    assert count(source, two) == count(source, two[::-1])


places = st.lists(
    st.builds(
        lambda turn, start, length, type_: (turn, start, start + length, type_),
        st.integers(0, 1), st.integers(0, 25), st.integers(1, 8), st.sampled_from(SpanType),
    ),
    max_size=10,
)  # fmt: skip


@given(places, places)
def test_every_gold_span_is_covered_or_a_leak(gold, predicted) -> None:
    counts = count(_dialogue(gold), [Candidate(*place) for place in predicted])
    parts = (counts.covered, counts.partial_leaks, counts.missed_leaks)
    assert sum(part.total() for part in parts) == counts.gold.total() == len(gold)
    assert counts.matched.total() == counts.right.total() <= min(len(gold), len(predicted))


@given(places, places, st.randoms(use_true_random=False))
def test_counts_do_not_depend_on_annotation_order(gold, predicted, random) -> None:
    counts = count(_dialogue(gold), [Candidate(*place) for place in predicted])
    random.shuffle(gold)
    random.shuffle(predicted)
    assert count(_dialogue(gold), [Candidate(*place) for place in predicted]) == counts


@given(places, places)
def test_counts_add_up(first, second) -> None:
    one, other = (count(_dialogue(gold), []) for gold in (first, second))
    assert Counts.total([one, other]).gold.total() == len(first) + len(second)
    assert one + Counts() == one


def _dialogue(gold: list[tuple[int, int, int, SpanType]]) -> Dialogue:
    spans = tuple(Span(turn_id=t, start=s, end=e, type=y) for t, s, e, y in gold)
    return Dialogue(dialogue_id="d", turns=(), spans=spans)
