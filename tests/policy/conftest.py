"""Dialogues and decisions in the fewest words."""

from collections.abc import Callable

import pytest

from pipeline.proposer.candidate import Candidate
from pipeline.reviewer import Action, Decision
from pipeline.transcripts import Dialogue, SpanType, Turn

Decide = Callable[..., Decision]


@pytest.fixture(scope="session")
def one_turn() -> Callable[[str], Dialogue]:
    def build(text: str) -> Dialogue:
        return Dialogue(
            dialogue_id="d1", turns=(Turn(turn_id=0, speaker_role="student", text=text),)
        )

    return build


@pytest.fixture(scope="session")
def decide() -> Decide:
    def build(start: int, end: int, type_: str = "NAME", turn_id: int = 0, keep: bool = False):
        action = Action.KEEP if keep else Action.REDACT
        candidate = Candidate(turn_id, start, end, SpanType(type_))
        return Decision(candidate, action, 0.1 if keep else 0.9, "reviewer")

    return build
