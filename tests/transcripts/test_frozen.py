import random

import pytest

from pipeline.transcripts import Dialogue, SpeakerRole, Turn
from pipeline.transcripts.frozen import FrozenSets

PROBLEM = (
    "A farmer plants 14 rows of 9 apple trees and then 6 rows of 11 pear trees how many in all"
)


def dialogue(name: str, seed: int, problem: str | None = None, skip: int = -1) -> Dialogue:
    rng = random.Random(seed)
    texts = [" ".join(str(rng.randrange(500)) for _ in range(12)) for _ in range(10)]
    turns = [
        Turn(turn_id=i, speaker_role="tutor", text=t) for i, t in enumerate(texts) if i != skip
    ]
    opening = [Turn(turn_id=99, speaker_role=SpeakerRole.OTHER, text=problem)] if problem else []
    return Dialogue(dialogue_id=name, turns=(*opening, *turns))


FROZEN = FrozenSets([dialogue("f1", 1), dialogue("f2", 2, PROBLEM), dialogue("f3", 3)])


@pytest.mark.parametrize(
    ("offered", "reason", "frozen_id"),
    [
        (dialogue("f3", 50), "same id", "f3"),
        (dialogue("new", 1), "near duplicate", "f1"),
        (dialogue("new", 3, skip=4), "near duplicate", "f3"),
        (dialogue("new", 60, PROBLEM.replace("farmer", "gardener")), "same opening problem", "f2"),
    ],
)
def test_what_is_near_a_frozen_dialogue_is_refused(offered, reason, frozen_id):
    refusal = FROZEN.refuse(offered)
    assert refusal is not None
    assert (refusal.dialogue_id, refusal.reason) == (offered.dialogue_id, reason)
    assert refusal.frozen_id == frozen_id
    assert 0.4 <= refusal.similarity <= 1


@pytest.mark.parametrize(
    "offered",
    [dialogue("new", 70), dialogue("new", 71, "x y z " * 9), Dialogue(dialogue_id="n", turns=())],
)
def test_what_is_not_near_is_let_through(offered):
    assert FROZEN.refuse(offered) is None


def test_without_frozen_sets_nothing_is_refused():
    assert FrozenSets([]).refuse(dialogue("f1", 1)) is None


def test_the_look_up_is_exact():
    """A third of one frozen dialogue and the rest of another: the nearer one is named."""
    one, two = dialogue("f1", 1), dialogue("f3", 3)
    mixed = Dialogue(dialogue_id="mixed", turns=(*one.turns[:3], *two.turns[3:]))
    refusal = FROZEN.refuse(mixed)
    assert refusal is not None
    assert refusal.frozen_id == "f3"
