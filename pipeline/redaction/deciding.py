"""Decisions for a stream of dialogues, failing closed: no decision is never "nothing found"."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from pipeline.reviewer import Decision
from pipeline.transcripts import Dialogue

# What is held in memory at once, and what fails together at first.
BATCH_DIALOGUES = 256
BATCH_CODE_POINTS = 200_000


class Decider(Protocol):
    """What a run needs of a cascade."""

    @property
    def name(self) -> str:
        """The name it was assembled under."""

    @property
    def version(self) -> str:
        """The hash that says which cascade it is."""

    def decide(self, dialogues: Iterable[Dialogue]) -> Iterator[tuple[Dialogue, list[Decision]]]:
        """Every dialogue in order, with its decisions."""


@dataclass(frozen=True, slots=True)
class Decided:
    """A dialogue for which every candidate was decided."""

    dialogue: Dialogue
    decisions: list[Decision]


@dataclass(frozen=True, slots=True)
class DeadLetter:
    """A dialogue that must not go out; `reason` names a kind of failure and holds no text."""

    dialogue_id: str
    reason: str


def decided(dialogues: Iterable[Dialogue], cascade: Decider) -> Iterator[Decided | DeadLetter]:
    """One outcome a dialogue, in order. What fails as a batch is tried again one by one."""
    for batch in _batches(dialogues):
        yield from _decide(batch, cascade)


def _batches(dialogues: Iterable[Dialogue]) -> Iterator[list[Dialogue]]:
    batch: list[Dialogue] = []
    size = 0
    for dialogue in dialogues:
        batch.append(dialogue)
        size += sum(len(turn.text) for turn in dialogue.turns)
        if len(batch) >= BATCH_DIALOGUES or size >= BATCH_CODE_POINTS:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _decide(batch: Sequence[Dialogue], cascade: Decider) -> list[Decided | DeadLetter]:
    try:
        return list(_answers(batch, cascade))
    except Exception as error:
        if len(batch) == 1:
            return [DeadLetter(batch[0].dialogue_id, f"the model failed: {type(error).__name__}")]
    return [outcome for dialogue in batch for outcome in _decide([dialogue], cascade)]


def _answers(batch: Sequence[Dialogue], cascade: Decider) -> Iterator[Decided]:
    answers = cascade.decide(batch)
    for dialogue, (answered, decisions) in zip(batch, answers, strict=True):
        if answered.dialogue_id != dialogue.dialogue_id:
            raise ValueError("the answers are not in the order of the dialogues")
        yield Decided(dialogue, list(decisions))
