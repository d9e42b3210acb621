"""The union of candidates: disjoint, covering all, independent of order."""

from hypothesis import given
from hypothesis import strategies as st

from pipeline.proposer.candidate import Candidate
from pipeline.proposer.union import in_text_order, unite
from pipeline.transcripts import Dialogue, SpanType, Turn

CANDIDATES = st.lists(
    st.builds(
        lambda turn, start, length, kind, score, source: Candidate(
            turn, start, start + length, kind, score, (source,)
        ),
        st.integers(0, 2),
        st.integers(0, 30),
        st.integers(1, 8),
        st.sampled_from(list(SpanType)),
        st.sampled_from([0.1, 0.5, 0.9]),
        st.sampled_from(["encoder:a", "encoder:b", "rule:url"]),
    ),
    max_size=12,
)


def _characters(candidates):
    return {(c.turn_id, place) for c in candidates for place in range(c.start, c.end)}


@given(candidates=CANDIDATES)
def test_it_covers_what_was_proposed_and_is_disjoint(candidates):
    united = unite(candidates)

    assert _characters(united) == _characters(candidates)
    assert sum(c.end - c.start for c in united) == len(_characters(united))
    assert {s for c in united for s in c.sources} == {s for c in candidates for s in c.sources}


@given(candidates=CANDIDATES, data=st.data())
def test_order_does_not_matter(candidates, data):
    assert unite(data.draw(st.permutations(candidates))) == unite(candidates)


def test_a_rule_makes_the_whole_span_direct_and_gives_it_its_type():
    name = Candidate(1, 0, 6, SpanType.NAME, 0.99, ("encoder:a",))
    mail = Candidate(1, 3, 12, SpanType.EMAIL, 1.0, ("rule:email",))

    (united,) = unite([name, mail])
    assert united.is_direct
    assert (united.start, united.end, united.type) == (0, 12, SpanType.EMAIL)


def test_touching_spans_stay_two():
    one, two = (Candidate(1, s, e, SpanType.NAME, 0.9, ("encoder:a",)) for s, e in ((0, 3), (3, 6)))
    assert unite([two, one]) == [one, two]


def test_candidates_come_as_the_text_is_read_though_turn_ids_descend():
    turns = tuple(Turn(turn_id=n, speaker_role="student", text="Mia, Bo") for n in (9, 4, 7))
    places = [(9, 0), (9, 5), (4, 0), (7, 0)]
    found = [Candidate(turn, start, start + 2, SpanType.NAME) for turn, start in places]
    assert in_text_order(sorted(found), Dialogue(dialogue_id="d", turns=turns)) == found
