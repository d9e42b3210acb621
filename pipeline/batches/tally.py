"""Counting dialogues, turns and spans as they pass."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field

from pipeline.batches.record import Counts
from pipeline.transcripts import Dialogue


@dataclass(slots=True)
class Tally:
    """Running counts of the dialogues it was shown."""

    platforms: Counter[str] = field(default_factory=Counter)
    spans: defaultdict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    turns: int = 0
    keep_spans: int = 0

    def add(self, dialogue: Dialogue) -> None:
        """Count one dialogue."""
        self.platforms[dialogue.platform] += 1
        self.turns += len(dialogue.turns)
        self.keep_spans += len(dialogue.keep_spans)
        self.spans[dialogue.platform].update(span.type.value for span in dialogue.spans or ())

    def counts(self) -> Counts:
        """The counts so far, in alphabetical order."""
        return Counts(
            dialogues=self.platforms.total(),
            turns=self.turns,
            platforms=dict(sorted(self.platforms.items())),
            spans={name: dict(sorted(types.items())) for name, types in sorted(self.spans.items())},
            keep_spans=self.keep_spans,
        )
