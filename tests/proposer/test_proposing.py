"""Stage 1 without encoders: what the direct rules alone propose for whole dialogues."""

from pipeline.proposer.proposer import Proposer
from pipeline.transcripts import Dialogue, Turn


def test_candidates_come_in_the_order_of_the_turns_though_turn_ids_descend():
    turns = tuple(
        Turn(turn_id=turn_id, speaker_role="student", text="ann@mail.org or bo@mail.org")
        for turn_id in (12, 7, 9)
    )
    [found] = Proposer((), {}).propose([Dialogue(dialogue_id="d", turns=turns)])
    starts = [0, 16]
    assert [(one.turn_id, one.start) for one in found] == [
        (turn_id, start) for turn_id in (12, 7, 9) for start in starts
    ]
