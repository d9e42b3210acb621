"""A dialogue's stream of tokens, and windows that own each token once."""

from hypothesis import given
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
