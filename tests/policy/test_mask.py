"""Masking replaces exactly what was decided, and can be undone exactly with the originals."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.policy import PolicyError, apply, version
from pipeline.policy.mask import mask, originals
from pipeline.policy.redacted import unmask
from pipeline.proposer.candidate import Candidate
from pipeline.reviewer import Action, Decision
from pipeline.transcripts import Dialogue, KeepSpan, Span, SpanType, Turn

PIECES = st.sampled_from(
    ["[NAME]", "[EMAIL]", "* Pra presented", "- ", "Ana", "😀", "e\u0301", "\u200b", " ", "\r\n",
     "\t", "3.14", "𝛑", "]", "[", "İ", "ß", "👩‍🏫"]
)  # fmt: skip
TEXTS = st.one_of(st.text(max_size=30), st.lists(PIECES, max_size=12).map("".join))


@st.composite
def decided_dialogues(draw: st.DrawFn) -> tuple[Dialogue, list[Decision]]:
    texts = draw(st.lists(TEXTS, min_size=1, max_size=4))
    turns = [Turn(turn_id=at, speaker_role="tutor", text=text) for at, text in enumerate(texts)]
    decisions = [
        Decision(
            Candidate(turn.turn_id, *sorted(pair), draw(st.sampled_from(SpanType))),
            draw(st.sampled_from(Action)), draw(st.floats(0, 1)), "reviewer",
        )
        for turn in turns if turn.text
        for pair in draw(
            st.lists(
                st.lists(st.integers(0, len(turn.text)), min_size=2, max_size=2, unique=True),
                max_size=6,
            )
        )
    ]  # fmt: skip
    return Dialogue(dialogue_id="d", turns=tuple(turns)), decisions


@given(decided_dialogues())
def test_putting_the_originals_back_gives_the_input(decided):
    dialogue, decisions = decided
    redacted = mask(dialogue, decisions)
    restored = unmask(redacted, originals(dialogue, redacted))
    assert restored == [turn.text for turn in dialogue.turns]


@given(decided_dialogues())
def test_every_placeholder_is_where_it_is_said_to_be(decided):
    redacted = mask(*decided)
    for one in redacted.redactions:
        assert redacted.dialogue.text_of(one.turn_id)[one.start : one.end] == f"[{one.type}]"


@pytest.mark.parametrize(
    ("text", "spans", "expected"),
    [
        ("* Pra presented", [(2, 5, "NAME")], "* [NAME] presented"),
        ("Ana's turn", [(0, 3, "NAME")], "[NAME]'s turn"),
        ("AnaLopez", [(0, 3, "NAME"), (3, 8, "NAME")], "[NAME][NAME]"),
        ("[NAME] is Ana", [(10, 13, "NAME")], "[NAME] is [NAME]"),
        ("😀😀Ana😀", [(2, 5, "NAME")], "😀😀[NAME]😀"),
        ("Ana", [(0, 3, "NAME")], "[NAME]"),
        ("mail a@b.org, Ana", [(14, 17, "NAME"), (5, 12, "EMAIL")], "mail [EMAIL], [NAME]"),
        ("x = 5", [], "x = 5"),
    ],
)
def test_masked_texts(one_turn, decide, text, spans, expected):
    redacted = mask(one_turn(text), [decide(*span) for span in spans])
    assert redacted.dialogue.turns[0].text == expected
    assert len(redacted.redactions) == len(spans)


def test_every_type_has_a_label_of_its_own(one_turn, decide):
    out = {mask(one_turn("x"), [decide(0, 1, type_)]).dialogue.turns[0].text for type_ in SpanType}
    assert out == {f"[{type_}]" for type_ in SpanType}


def test_what_is_kept_stays(one_turn, decide):
    redacted = mask(one_turn("Euler and Ana"), [decide(0, 5, keep=True), decide(10, 13)])
    assert redacted.dialogue.turns[0].text == "Euler and [NAME]"


def test_gold_annotations_do_not_pass(one_turn):
    gold = one_turn("Ana met Euler").model_copy(
        update={
            "spans": (Span(turn_id=0, start=0, end=3, type=SpanType.NAME),),
            "keep_spans": (KeepSpan(turn_id=0, start=8, end=13),),
        }
    )
    redacted = mask(gold, [])
    assert redacted.dialogue.spans is None
    assert redacted.dialogue.keep_spans == ()


def test_what_says_who_somebody_is_does_not_pass(one_turn):
    turn = one_turn("x = 5").turns[0]
    fields = {"speaker": "Ana", "extra": {"author": "Ana", "start": "00:01"}}
    given = one_turn("").model_copy(
        update={"turns": (turn.model_copy(update=fields),), "extra": {"student": "Ana"}}
    )
    assert "Ana" not in mask(given, []).dialogue.model_dump_json()


@pytest.mark.parametrize(("start", "end", "turn_id"), [(0, 4, 0), (-1, 2, 0), (2, 2, 0), (0, 1, 9)])
def test_a_span_outside_its_turn_is_refused_without_its_text(one_turn, decide, start, end, turn_id):
    with pytest.raises(PolicyError, match="d1") as raised:
        mask(one_turn("Ana"), [decide(start, end, turn_id=turn_id)])
    assert "Ana" not in str(raised.value)


def test_two_turns_with_one_id_are_refused(one_turn):
    turn = one_turn("Ana").turns[0]
    with pytest.raises(PolicyError, match="same turn_id"):
        mask(Dialogue(dialogue_id="d", turns=(turn, turn)), [])


def test_an_unknown_policy_is_refused_with_the_known_ones(one_turn):
    with pytest.raises(PolicyError, match=r"'burn' is unknown; there is: .*mask"):
        apply("burn", one_turn("x"), [])


def test_the_version_of_a_policy_is_stable_and_follows_its_labels(monkeypatch):
    before = version("mask")
    assert version("mask") == before
    monkeypatch.setitem(__import__("pipeline.policy", fromlist=["LABELS"]).LABELS, "NAME", "<N>")
    assert version("mask") != before
