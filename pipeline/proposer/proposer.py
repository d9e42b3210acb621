"""Stage 1 as one object: any number of encoders in a union, plus the direct rules."""

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pipeline.encoders.stream import TokenStream
from pipeline.proposer.candidate import Candidate
from pipeline.proposer.decoding import Thresholds, decode
from pipeline.proposer.rules import find_direct
from pipeline.proposer.tagger import Tagger
from pipeline.proposer.thresholds import as_thresholds, tune
from pipeline.proposer.union import in_text_order, unite
from pipeline.transcripts import Dialogue

Reading = tuple[Sequence[TokenStream], Sequence[NDArray[np.float32]]]
"""What one encoder sees in some dialogues: a stream and label probabilities for each."""


class Proposer:
    """Proposes candidates; recall first."""

    def __init__(self, taggers: Sequence[Tagger], thresholds: Thresholds) -> None:
        self.taggers = tuple(taggers)
        self.thresholds = thresholds

    @classmethod
    def tuned(
        cls, taggers: Sequence[Tagger], validation: Sequence[Dialogue], recall: float
    ) -> "Proposer":
        """Thresholds per type tuned so that the union finds `recall` of the gold spans."""
        readings = [read(tagger, validation) for tagger in taggers]
        return cls(taggers, tune(validation, readings, recall))

    @classmethod
    def load(cls, folder: Path) -> "Proposer":
        """What `save` wrote."""
        state = json.loads((folder / "proposer.json").read_text())
        taggers = [Tagger.load(folder / name) for name in state["encoders"]]
        return cls(taggers, as_thresholds(state["thresholds"]))

    def save(self, folder: Path) -> None:
        """Each encoder in a folder of its own name, and the thresholds."""
        for tagger in self.taggers:
            tagger.save(folder / tagger.card.name)
        state = {
            "encoders": [tagger.card.name for tagger in self.taggers],
            "thresholds": {kind.value: value for kind, value in self.thresholds.items()},
        }
        (folder / "proposer.json").write_text(json.dumps(state, indent=2))

    def propose(self, dialogues: Sequence[Dialogue]) -> list[list[Candidate]]:
        """Candidates of each dialogue: disjoint within a turn, in the order of the text."""
        readings = [read(tagger, dialogues) for tagger in self.taggers]
        return [
            self._united(dialogue, number, readings) for number, dialogue in enumerate(dialogues)
        ]

    def _united(
        self, dialogue: Dialogue, number: int, readings: Sequence[Reading]
    ) -> list[Candidate]:
        found = [*find_direct(dialogue), *self._encoded(dialogue, number, readings)]
        return in_text_order(unite(found), dialogue)

    def _encoded(
        self, dialogue: Dialogue, number: int, readings: Sequence[Reading]
    ) -> list[Candidate]:
        found: list[Candidate] = []
        for tagger, (streams, scores) in zip(self.taggers, readings, strict=True):
            source = f"encoder:{tagger.card.name}"
            found += decode(dialogue, streams[number], scores[number], self.thresholds, source)
        return found


def read(tagger: Tagger, dialogues: Sequence[Dialogue]) -> Reading:
    """One encoder's streams and label probabilities."""
    streams = tagger.streams(dialogues)
    return streams, tagger.probabilities(streams)
