"""Speaker labels go out only when they cannot name anybody."""

import pytest

from pipeline.policy.mask import mask
from pipeline.policy.speakers import speaker_labels
from pipeline.transcripts import Dialogue, Turn


def dialogue(*voices: tuple[str, str | None]) -> Dialogue:
    turns = [
        Turn(turn_id=at, speaker_role=role, text="ok", speaker=label)
        for at, (role, label) in enumerate(voices)
    ]
    return Dialogue(dialogue_id="d", turns=tuple(turns))


@pytest.mark.parametrize(
    "label", ["Student", "TUTOR", "Student 2", "speaker_A", "Teacher", "T", "S1", "volunteer"]
)
def test_a_role_stays(label):
    assert speaker_labels(dialogue(("student", label))) == {label: label}


@pytest.mark.parametrize(
    "label", ["Ana", "Ms. Lopez", "Student Ana", "tutorAna", "ana@x.org", "TJ", "Ty", "Stu", "S A"]
)
def test_a_name_becomes_the_role(label):
    assert speaker_labels(dialogue(("tutor", label))) == {label: "Tutor"}


def test_voices_of_one_role_are_numbered_in_order_of_speaking():
    labels = speaker_labels(dialogue(("student", "Zoe"), ("tutor", "Ana"), ("student", "Bo")))
    assert labels == {"Zoe": "Student 1", "Bo": "Student 2", "Ana": "Tutor"}


def test_a_new_label_is_never_one_that_is_taken():
    labels = speaker_labels(
        dialogue(("student", "Student"), ("student", "Student 1"), ("student", "Bo"))
    )
    assert labels["Bo"] == "Student 2"


def test_masking_puts_the_labels_in_and_leaves_missing_ones_missing():
    out = mask(dialogue(("student", "Ana"), ("tutor", None), ("student", "Ana")), []).dialogue
    assert [turn.speaker for turn in out.turns] == ["Student", None, "Student"]
