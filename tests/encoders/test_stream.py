"""A dialogue's stream of tokens, and windows that own each token once."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pipeline.encoders.stream import MARK, token_streams, windows
from pipeline.transcripts import Dialogue, SpeakerRole, Turn


@given(
    length=st.integers(0, 3000),
    context=st.integers(0, 60),
    room=st.integers(1, 300),
)
def test_each_token_is_owned_once_with_context_around(length, context, room):
    size = 2 * context + room
    cut = windows(length, 0, size, context)

    owned = [place for window in cut for place in range(window.owned, window.owned_end)]
    assert owned == list(range(length))
    for window in cut:
        assert window.last - window.first <= size
        assert window.first == 0 or window.owned - window.first >= context
        assert window.last == length or window.last - window.owned_end >= context


def test_turns_are_opened_by_their_role(backbone):
    turns = (
        Turn(turn_id=7, speaker_role=SpeakerRole.TUTOR, text="Hi Maria"),
        Turn(turn_id=9, speaker_role=SpeakerRole.STUDENT, text=""),
        Turn(turn_id=11, speaker_role=SpeakerRole.OTHER, text="A sum."),
    )
    stream = token_streams([Dialogue(dialogue_id="d", turns=turns)], backbone)[0]

    markers = [place for place, start in enumerate(stream.start) if start == MARK]
    assert [int(stream.turn[place]) for place in markers] == [0, 1, 2]
    roles = [tuple(stream.rows[place]) for place in markers]
    assert roles == [tuple(backbone.marker(f"<{turn.speaker_role}>")) for turn in turns]


def test_a_dialogue_without_turns_is_an_empty_stream_without_windows(backbone):
    stream = token_streams([Dialogue(dialogue_id="d", turns=())], backbone)[0]
    assert len(stream) == 0
    assert stream.rows.shape[1:] == backbone.padding().shape
    assert windows(len(stream), 0, 96, 16) == []


def test_a_context_that_leaves_no_room_is_refused():
    with pytest.raises(ValueError, match="windows of 96 tokens"):
        windows(500, 0, 96, 48)


TEXTS = ("Hi  María, it's 3.5 😀!", " \u200b ", "naïve ﬁne\tx", "", "e\u0301e\u0301 a")


@given(data=st.data())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_tokens_of_a_stretch_are_those_that_touch_it(backbone, data):
    turns = [
        Turn(turn_id=n, speaker_role=SpeakerRole.OTHER, text=text) for n, text in enumerate(TEXTS)
    ]
    stream = token_streams([Dialogue(dialogue_id="d", turns=tuple(turns))], backbone)[0]
    turn = data.draw(st.sampled_from([n for n, text in enumerate(TEXTS) if text]))
    start = data.draw(st.integers(0, len(TEXTS[turn]) - 1))
    end = data.draw(st.integers(start + 1, len(TEXTS[turn])))

    touching = (stream.turn == turn) & (stream.end > start) & (stream.start < end)
    assert list(range(*stream.tokens_of(turn, start, end))) == touching.nonzero()[0].tolist()
