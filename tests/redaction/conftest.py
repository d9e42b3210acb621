"""A small decider that is deterministic, and transcripts for it."""

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

from pipeline.proposer.candidate import Candidate
from pipeline.reviewer import Action, Decision
from pipeline.transcripts import Dialogue, SpanType, Turn
from pipeline.transcripts.native import write_dialogues

NAMES = ("Zuleika", "Thorvald", "Quillon")
KNOWN = re.compile(rf"(?P<NAME>{'|'.join(NAMES)})|(?P<EMAIL>\w+@\w+\.org)|(?P<KEEP>Euler)")


class KnownNames:
    """Decides by a list of names; a dialogue whose id begins with "poison" breaks it."""

    name = "known-names"

    def __init__(self, version: str = "1") -> None:
        self.version = version
        self.decided = 0

    def decide(self, dialogues: Iterable[Dialogue]) -> Iterator[tuple[Dialogue, list[Decision]]]:
        for dialogue in dialogues:
            if dialogue.dialogue_id.startswith("poison"):
                raise RuntimeError(f"cannot read {dialogue.turns[0].text}")
            self.decided += 1
            yield (
                dialogue,
                [
                    _decision(turn.turn_id, found)
                    for turn in dialogue.turns
                    for found in KNOWN.finditer(turn.text)
                ],
            )


def _decision(turn_id: int, found: re.Match[str]) -> Decision:
    is_kept = found.lastgroup == "KEEP"
    type_ = SpanType.NAME if is_kept else SpanType(str(found.lastgroup))
    candidate = Candidate(turn_id, *found.span(), type_, 0.9, ("encoder:known",))
    return Decision(
        candidate, Action.KEEP if is_kept else Action.REDACT, 0.1 if is_kept else 0.9, "reviewer"
    )


@pytest.fixture
def cascade() -> KnownNames:
    return KnownNames()


@pytest.fixture(scope="session")
def make_dialogue() -> Callable[..., Dialogue]:
    def make(dialogue_id: str, *texts: str, speaker: str | None = None) -> Dialogue:
        texts = texts or ("hi Zuleika, x = 5", "ask Thorvald about Euler: t@mail.org")
        roles = ("tutor", "student")
        return Dialogue(
            dialogue_id=dialogue_id,
            turns=tuple(
                Turn(turn_id=at, speaker_role=roles[at % 2], text=text, speaker=speaker)
                for at, text in enumerate(texts)
            ),
        )

    return make


@pytest.fixture
def write_transcript(tmp_path: Path, make_dialogue: Callable[..., Dialogue]):
    def write(*ids: str, name: str = "in.jsonl", folder: Path = tmp_path) -> Path:
        path = folder / name
        write_dialogues([make_dialogue(one) for one in ids], path)
        return path

    return write
