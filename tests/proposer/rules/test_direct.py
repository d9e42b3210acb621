from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.proposer.rules import RULES, find_direct
from pipeline.transcripts import Dialogue, SpanType, SpeakerRole, Turn

PIECES = [
    "my user is mariana91 on here", "ann_b@gmail.com", "@ann_b", "zoom.us/j/8495550455",
    "849-555-0455", "call me at", "my ip is 73.12.9.4", "i live at 12 Elm Street, Apt 4A",
    "my student id is", "2757636", "😀", "\u200b", "x = 3.14", "i go to Oak Hill School",
    "im only 11", "my birthday is 5/5", "4111 1111 1111 1111", "\n", "www.a.com/b",
]  # fmt: skip


def dialogue(*texts: str, role: SpeakerRole = SpeakerRole.STUDENT) -> Dialogue:
    turns = tuple(
        Turn(turn_id=10 + number, speaker_role=role, text=text) for number, text in enumerate(texts)
    )
    return Dialogue(dialogue_id="d", turns=turns)


def surfaces(given_dialogue: Dialogue) -> list[tuple[SpanType, str]]:
    return [
        (found.type, given_dialogue.text_of(found.turn_id)[found.start : found.end])
        for found in find_direct(given_dialogue)
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("add me on discord ann_b@gmail.com", [(SpanType.EMAIL, "ann_b@gmail.com")]),
        ("follow me on insta @ann_b ok", [(SpanType.USERNAME, "@ann_b")]),
        ("call me zoom.us/j/8495550455", [(SpanType.URL, "zoom.us/j/8495550455")]),
        ("my site is https://ann@a.org/b", [(SpanType.EMAIL, "https://ann@a.org/b")]),
        ("http://73.12.9.4/x is my ip", [(SpanType.URL, "http://73.12.9.4/x")]),
        ("my student id is 849-555-0455", [(SpanType.IDENTIFYING_NUMBER, "849-555-0455")]),
        ("i go to Oak Hill School", [(SpanType.SCHOOL, "Oak Hill School")]),
    ],
)
def test_one_span_one_name_where_rules_overlap(text, expected):
    assert surfaces(dialogue(text)) == expected


def test_three_addresses_stay_three():
    found = surfaces(dialogue("ann@gmail.com bo@yahoo.com cy@icloud.com"))
    assert [text for _, text in found] == ["ann@gmail.com", "bo@yahoo.com", "cy@icloud.com"]


def test_a_question_reaches_only_the_next_turn():
    question = "I need your student number to log the session."
    assert surfaces(dialogue(question, "2757636")) == [(SpanType.IDENTIFYING_NUMBER, "2757636")]
    assert surfaces(dialogue(question, "and then", "2757636")) == []


def test_candidates_say_which_turn_and_which_rule():
    found = find_direct(dialogue("hello", "mail ann@gmail.com"))
    assert [(c.turn_id, c.start, c.end) for c in found] == [(11, 5, 18)]
    assert found[0].sources == ("rule:email",)
    assert found[0].score == 1.0
    assert found[0].is_direct


def test_positions_count_code_points_of_the_text_as_it_landed():
    text = "😀\u200b mail a\u200bnn@gmail.com"
    (found,) = find_direct(dialogue(text))
    assert text[found.start : found.end] == "a\u200bnn@gmail.com"


def test_rules_have_names_of_their_own():
    assert len({rule.name for rule in RULES}) == len(RULES)


def test_a_rule_that_fails_is_no_turn_without_identifiers(monkeypatch):
    def fail(view, previous):
        raise RuntimeError

    monkeypatch.setattr(RULES[0], "find", fail, raising=False)
    with pytest.raises(RuntimeError):
        find_direct(dialogue("mail ann@gmail.com"))


@given(st.lists(st.lists(st.sampled_from(PIECES), max_size=6).map(" ".join), max_size=4))
def test_spans_are_disjoint_sorted_and_inside_their_turn(texts):
    given_dialogue = dialogue(*texts)
    found = find_direct(given_dialogue)
    assert found == sorted(found)
    for one, following in pairwise(found):
        assert one.turn_id < following.turn_id or one.end <= following.start
    for candidate in found:
        text = given_dialogue.text_of(candidate.turn_id)
        assert 0 <= candidate.start < candidate.end <= len(text)
        assert not text[candidate.start].isspace()
        assert not text[candidate.end - 1].isspace()


@given(st.lists(st.text(), max_size=3))
def test_any_text_is_read_without_error(texts):
    find_direct(dialogue(*texts))
