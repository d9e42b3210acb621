"""Dialogues written as text with brackets around gold, and decisions written by place."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pipeline.proposer.candidate import Candidate
from pipeline.reviewer.decision import Action, Decision
from pipeline.transcripts import Dialogue, KeepSpan, Span, SpanType, Turn
from pipeline.transcripts.native import write_dialogues

DecisionsById = dict[str, list[Decision]]
Decided = Iterator[tuple[Dialogue, list[Decision]]]


def make_dialogue(
    dialogue_id: str, text: str, platform: str = "A", why: str = "concept"
) -> Dialogue:
    """A dialogue of one turn; `[gold]` is a NAME, `{keep}` a keep span."""
    plain, spans, keeps, start = "", [], [], 0
    for char in text:
        if char in "[{":
            start = len(plain)
        elif char == "]":
            spans.append(Span(turn_id=0, start=start, end=len(plain), type=SpanType.NAME))
        elif char == "}":
            keeps.append(KeepSpan(turn_id=0, start=start, end=len(plain), why=why))
        else:
            plain += char
    turn = Turn.model_validate({"turn_id": 0, "speaker_role": "student", "text": plain})
    return Dialogue(
        dialogue_id=dialogue_id,
        platform=platform,
        turns=(turn,),
        spans=tuple(spans),
        keep_spans=tuple(keeps),
    )


def make_candidate(
    start: int, end: int, type_: SpanType = SpanType.NAME, turn: int = 0
) -> Candidate:
    return Candidate(turn, start, end, type_, 0.9, ("encoder:one",))


def make_decision(start: int, end: int, p_redact: float = 0.9) -> Decision:
    action = Action.REDACT if p_redact >= 0.5 else Action.KEEP
    return Decision(make_candidate(start, end), action, p_redact, "reviewer")


def make_decide(
    decisions: DecisionsById,
) -> Callable[..., Decided]:
    """A cascade that looks its decisions up; none for an id that is not listed."""

    def decide(dialogues: Iterable[Dialogue]) -> Decided:
        for dialogue in dialogues:
            yield dialogue, decisions.get(dialogue.dialogue_id, [])

    return decide


@pytest.fixture
def dialogue() -> Callable[..., Dialogue]:
    return make_dialogue


@pytest.fixture
def candidate() -> Callable[..., Candidate]:
    return make_candidate


@pytest.fixture
def decision() -> Callable[..., Decision]:
    return make_decision


@pytest.fixture
def decide_by_id() -> Callable[..., Any]:
    return make_decide


@pytest.fixture
def native_file(tmp_path: Path) -> Callable[..., Path]:
    """Write dialogues to a native file."""

    def write(*dialogues: Dialogue, name: str = "canonical.jsonl") -> Path:
        write_dialogues(dialogues, tmp_path / name)
        return tmp_path / name

    return write
