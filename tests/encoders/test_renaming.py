"""Renamed dialogues keep turns and spans, and every span still covers a name."""

import random

import pytest

from pipeline.encoders.renaming import name_pool, renamed, replace_words
from pipeline.transcripts import Dialogue, KeepSpan, Span, SpanType, SpeakerRole, Turn

TEXTS = (
    "Lilibeth has 6 baskets.",
    "Hi MARIA, hi maria lopez! Maria's answer?",
    "ok 😀 Maria",
)


def _dialogue() -> Dialogue:
    spans = [(1, 3, 8), (1, 13, 24), (1, 26, 31), (2, 5, 10)]
    return Dialogue(
        dialogue_id="d",
        turns=tuple(
            Turn(turn_id=n, speaker_role=SpeakerRole.OTHER, text=text)
            for n, text in enumerate(TEXTS)
        ),
        spans=tuple(Span(turn_id=t, start=s, end=e, type=SpanType.NAME) for t, s, e in spans),
        keep_spans=(KeepSpan(turn_id=0, start=0, end=8, why="word_problem"),),
    )


def _surfaces(dialogue: Dialogue) -> list[str]:
    return [dialogue.text_of(s.turn_id)[s.start : s.end] for s in dialogue.spans or ()]


@pytest.mark.parametrize("new", ["Bo", "Alexandria", "zoë"])
def test_offsets_follow_and_casing_stays(new):
    moved = replace_words(_dialogue(), {"maria": new})

    assert _surfaces(moved) == [new.upper(), f"{new} lopez", new.title(), new.title()]
    assert moved.text_of(1) == f"Hi {new.upper()}, hi {new} lopez! {new.title()}'s answer?"
    assert moved.text_of(0) == TEXTS[0]


def test_a_collision_gives_a_participant_a_curricular_name():
    moved = renamed(_dialogue(), [], random.Random(3), rename_share=0, collide_share=1)

    assert moved.text_of(0) == TEXTS[0]
    assert any("lilibeth" in surface.lower() for surface in _surfaces(moved))
    assert len(moved.spans or ()) == 4


def test_no_name_no_change():
    bare = _dialogue().model_copy(update={"spans": ()})
    assert renamed(bare, ["anna"], random.Random(1), 1, 0) is bare


def test_the_pool_holds_names_of_three_letters_or_more():
    assert name_pool([_dialogue()]) == ["lopez", "maria"]
