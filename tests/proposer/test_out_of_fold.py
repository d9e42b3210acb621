"""Folds: like dialogues together, and never fewer than asked for."""

import pytest

from pipeline.errors import UserError
from pipeline.proposer.out_of_fold import fold_numbers
from pipeline.transcripts import Dialogue, SpeakerRole, Turn


def dialogue(dialogue_id, text):
    turn = Turn(turn_id=0, speaker_role=SpeakerRole.TUTOR, text=text)
    return Dialogue(dialogue_id=dialogue_id, turns=(turn,))


ONE, OTHER = "one two three four five six", "red green blue black white grey"


def test_dialogues_that_are_alike_share_a_fold():
    folds = fold_numbers([dialogue("a", ONE), dialogue("b", OTHER), dialogue("c", ONE)], 2)
    assert folds[0] == folds[2] != folds[1]


@pytest.mark.parametrize("texts", [[ONE], [ONE, ONE, ONE]])
def test_too_few_groups_are_an_error_and_not_an_empty_fold(texts):
    with pytest.raises(UserError, match="too much alike for 2 folds"):
        fold_numbers([dialogue(str(n), text) for n, text in enumerate(texts)], 2)
