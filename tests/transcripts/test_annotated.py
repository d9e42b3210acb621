"""What the training stages refuse to learn from, in a sentence that says where."""

import pytest

from pipeline.errors import UserError
from pipeline.transcripts import Dialogue, Span, SpanType, SpeakerRole, Turn
from pipeline.transcripts.annotated import read_annotated, require_apart
from pipeline.transcripts.native import write_dialogues


def dialogue(dialogue_id="d", turn_id=0, end=11, turns=1, **changes):
    turn = Turn(turn_id=turn_id, speaker_role=SpeakerRole.TUTOR, text="hi Zebediah")
    span = Span(turn_id=0, start=3, end=end, type=SpanType.NAME)
    fields = {"dialogue_id": dialogue_id, "turns": (turn,) * turns, "spans": (span,)} | changes
    return Dialogue(**fields)


def read(tmp_path, *dialogues):
    write_dialogues(dialogues, tmp_path / "train.jsonl")
    return read_annotated(tmp_path / "train.jsonl")


def test_sound_dialogues_are_read_and_an_empty_turn_does_no_harm(tmp_path):
    empty = Turn(turn_id=1, speaker_role=SpeakerRole.STUDENT, text="")
    good = dialogue()
    good = good.model_copy(update={"turns": (*good.turns, empty)})
    assert read(tmp_path, good, dialogue("free", spans=())) == [good, dialogue("free", spans=())]


@pytest.mark.parametrize(
    ("dialogues", "reason"),
    [
        ([dialogue(spans=None)], "no annotation"),
        ([dialogue(turn_id=5)], "no such turn"),
        ([dialogue(end=12)], "11 code points"),
        ([dialogue(turns=2)], "two turns have the id 0"),
        ([dialogue(turns=0, spans=())], "no turn with text"),
        ([dialogue(), dialogue()], "dialogue d is there twice"),
        ([dialogue(spans=())], "no annotated span in "),
        ([], "no annotated span in "),
    ],
)
def test_what_cannot_be_learnt_from_is_refused(tmp_path, dialogues, reason):
    with pytest.raises(UserError, match=reason) as caught:
        read(tmp_path, *dialogues)
    assert "train.jsonl" in str(caught.value)
    assert "Zebediah" not in str(caught.value)


def test_a_dialogue_is_not_in_training_and_in_validation():
    require_apart([dialogue("a")], [dialogue("b")])
    with pytest.raises(UserError, match="first a"):
        require_apart([dialogue("a"), dialogue("b")], [dialogue("a")])
