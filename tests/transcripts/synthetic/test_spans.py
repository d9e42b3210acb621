"""Gold spans are exact, disjoint, of every type, and never curricular."""

from collections import Counter
from itertools import pairwise

import pytest

from pipeline.transcripts import Dialogue, SpanType
from pipeline.transcripts.synthetic import lookalikes
from pipeline.transcripts.synthetic.words import load


@pytest.fixture(params=["canonical", "challenge"])
def dialogues(request: pytest.FixtureRequest) -> list[Dialogue]:
    return request.getfixturevalue(request.param)


def test_every_span_lies_in_its_turn_without_edge_whitespace(dialogues: list[Dialogue]) -> None:
    for dialogue in dialogues:
        for span in (*(dialogue.spans or ()), *dialogue.keep_spans):
            text = dialogue.text_of(span.turn_id)
            covered = text[span.start : span.end]
            assert len(covered) == span.end - span.start
            assert covered == covered.strip() != ""


def test_spans_and_keep_spans_never_overlap(dialogues: list[Dialogue]) -> None:
    for dialogue in dialogues:
        every = sorted(
            (s.turn_id, s.start, s.end) for s in (*(dialogue.spans or ()), *dialogue.keep_spans)
        )
        for (turn, _, end), (next_turn, start, _) in pairwise(every):
            assert turn != next_turn or end <= start


def test_a_name_ends_where_its_word_ends(dialogues: list[Dialogue]) -> None:
    for dialogue in dialogues:
        for span in dialogue.spans or ():
            text = dialogue.text_of(span.turn_id)
            around = text[max(0, span.start - 1) : span.start] + text[span.end : span.end + 1]
            assert not any(character.isalnum() for character in around)


def test_every_type_occurs(canonical: list[Dialogue]) -> None:
    found = Counter(span.type for dialogue in canonical for span in dialogue.spans or ())
    assert found.keys() == set(SpanType)
    assert found[SpanType.NAME] > 0.8 * found.total()
    assert min(found.values()) >= 4


def test_identifiers_are_also_bare_answers(canonical: list[Dialogue]) -> None:
    bare = {
        span.type
        for dialogue in canonical
        for span in dialogue.spans or ()
        if len(dialogue.text_of(span.turn_id)) == span.end - span.start
    }
    assert len(bare - {SpanType.NAME}) >= 8


def test_every_why_occurs(canonical: list[Dialogue]) -> None:
    whys = {keep.why for dialogue in canonical for keep in dialogue.keep_spans}
    assert whys == {"word_problem", "public_figure", "concept", "brand", "other"}


def test_no_pattern_has_a_slot_that_is_not_filled(dialogues: list[Dialogue]) -> None:
    assert not any(set("{}") & set(turn.text) for d in dialogues for turn in d.turns)


def test_every_slot_of_the_lookalikes_is_known() -> None:
    from random import Random

    from pipeline.transcripts.synthetic.templates import slots_in

    words = load("lookalikes")
    patterns = [
        *words["student"],
        *words["tutor"],
        *(part for pair in words["ask"] for part in pair),
    ]
    known = lookalikes.slots(Random(0)).keys()
    assert set().union(*(slots_in(pattern) for pattern in patterns)) <= known
