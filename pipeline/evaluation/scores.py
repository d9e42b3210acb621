"""How `p_redact` is spread over candidates that are PII and candidates that are not."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from pipeline.evaluation.matching import touches
from pipeline.evaluation.outcomes import covers_by_turn, gold_of
from pipeline.reviewer.decision import Action, Decision
from pipeline.transcripts import Dialogue

BINS = 20


def _counter() -> Counter[tuple[bool, Action, int]]:
    return Counter()


@dataclass(slots=True)
class ScoreHistogram:
    """Counts of the reviewer's decisions in `BINS` equal bins of `p_redact` over 0..1.

    Rules and people give no probability, so their decisions are left out.
    """

    counts: Counter[tuple[bool, Action, int]] = field(default_factory=_counter)

    def add(self, dialogue: Dialogue, decisions: Iterable[Decision]) -> None:
        """Count the decisions of one annotated dialogue."""
        gold = covers_by_turn(gold_of(dialogue))
        for decision in decisions:
            if decision.decided_by != "reviewer":
                continue
            one = decision.candidate
            is_pii = touches((one.start, one.end), gold.get(one.turn_id, []))
            bin_index = min(int(decision.p_redact * BINS), BINS - 1)
            self.counts[is_pii, decision.action, bin_index] += 1

    def series(self) -> dict[str, dict[str, list[int]]]:
        """`{"pii" | "not_pii": {"REDACT" | "KEEP": [count a bin]}}`."""
        return {
            name: {
                action.value: [self.counts[is_pii, action, index] for index in range(BINS)]
                for action in Action
            }
            for name, is_pii in (("pii", True), ("not_pii", False))
        }
