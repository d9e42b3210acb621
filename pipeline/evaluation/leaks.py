"""The leak list: what stays readable, by id and offset only."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

from pipeline.evaluation.outcomes import GoldOutcome, LeakKind
from pipeline.transcripts import Dialogue
from pipeline.whole_file import whole_file


@dataclass(frozen=True, slots=True)
class Leak:
    """A gold span that is not wholly redacted; offsets in code points of the turn's text.

    `lost_by` is the stage to look at: the proposer never proposed all of it, or it did and the
    reviewer kept some.
    """

    dataset: str
    platform: str
    dialogue_id: str
    turn_id: int
    start: int
    end: int
    type: str
    kind: LeakKind
    uncovered: int
    lost_by: Literal["proposer", "reviewer"]


def find_leaks(
    dataset: str,
    dialogue: Dialogue,
    outcomes: Sequence[GoldOutcome],
    proposed: Sequence[GoldOutcome],
) -> list[Leak]:
    """The leaks of one dialogue.

    `outcomes` are those of the cascade, `proposed` those of the same gold in the same order had
    every candidate been redacted.
    """
    return [
        Leak(
            dataset=dataset,
            platform=dialogue.platform,
            dialogue_id=dialogue.dialogue_id,
            turn_id=outcome.span.turn_id,
            start=outcome.span.start,
            end=outcome.span.end,
            type=outcome.span.type.value,
            kind=outcome.leak,
            uncovered=outcome.uncovered,
            lost_by="proposer" if alone.uncovered else "reviewer",
        )
        for outcome, alone in zip(outcomes, proposed, strict=True)
        if outcome.leak
    ]


def write_leaks(leaks: Iterable[Leak], path: Path) -> None:
    """JSON, one leak a line."""
    with whole_file(path) as file:
        for leak in leaks:
            file.write(json.dumps(asdict(leak)) + "\n")
