"""What a run did, in counts."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from pipeline.policy import Redacted
from pipeline.reviewer import Action, Decision


@dataclass(slots=True)
class RunSummary:
    """Counts of one redacted file; `spans` counts redactions by type, `kept` KEEP decisions.

    `columns_left_out` are those of a table that nobody has looked into. `tokens` are runs of
    non-whitespace; `seconds` is wall clock.
    """

    read: int = 0
    written: int = 0
    quarantined: int = 0
    dead_letter: int = 0
    kept: int = 0
    spans: Counter[str] = field(default_factory=Counter)
    tokens: int = 0
    columns_left_out: int = 0
    seconds: float = 0.0

    @property
    def exit_code(self) -> int:
        """0 when everything went out, 1 when something was held back."""
        return 1 if self.quarantined or self.dead_letter else 0

    def count_written(self, decisions: list[Decision], redacted: Redacted) -> None:
        """Count a dialogue that goes out."""
        self.written += 1
        self.kept += sum(decision.action is Action.KEEP for decision in decisions)
        self.spans.update(redaction.type.value for redaction in redacted.redactions)
        self.tokens += sum(len(turn.text.split()) for turn in redacted.dialogue.turns)

    def as_record(self) -> dict[str, Any]:
        """The counts, as manifests and `--json` show them."""
        return {
            "dialogues": {
                "in": self.read,
                "out": self.written,
                "quarantined": self.quarantined,
                "dead_letter": self.dead_letter,
            },
            "spans": dict(sorted(self.spans.items())),
            "kept": self.kept,
            "columns_left_out": self.columns_left_out,
            "tokens": self.tokens,
            "seconds": round(self.seconds, 3),
        }

    def sentence(self) -> str:
        """The counts, for a person."""
        columns = f", {self.columns_left_out:,} columns left out" if self.columns_left_out else ""
        speed = self.tokens / self.seconds if self.seconds else 0.0
        return (
            f"{self.written:,} of {self.read:,} dialogues, {self.spans.total():,} spans redacted, "
            f"{self.kept:,} kept, {self.quarantined:,} quarantined, "
            f"{self.dead_letter:,} held back{columns}; {self.seconds:.1f} s, {speed:,.0f} tokens/s"
        )

    def assert_nothing_lost(self) -> None:
        """Raise unless every record read was written, quarantined or held as a dead letter."""
        if self.read != self.written + self.quarantined + self.dead_letter:
            raise RuntimeError(
                f"{self.read} records read, but {self.written} written, "
                f"{self.quarantined} quarantined and {self.dead_letter} dead letters"
            )
