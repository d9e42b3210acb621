"""What goes out: every decided dialogue masked and verified; what fails is held, not written."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from pipeline import policy as policies
from pipeline.errors import UserError
from pipeline.policy import Redacted
from pipeline.redaction.deciding import DeadLetter, Decided
from pipeline.redaction.sidecars import Append, decisions_record
from pipeline.redaction.summary import RunSummary
from pipeline.redaction.verify import verify
from pipeline.transcripts import Dialogue


@dataclass(frozen=True, slots=True)
class Ledger:
    """Where a run writes down what it did with each dialogue."""

    summary: RunSummary
    decisions: Append
    dead_letters: Append
    watch: Callable[[RunSummary], None] | None = None

    def held(self, letter: DeadLetter) -> None:
        """Note a dialogue that does not go out."""
        self.summary.dead_letter += 1
        self.dead_letters({"dialogue_id": letter.dialogue_id, "reason": letter.reason})

    def sent(self, decided: Decided, redacted: Redacted) -> None:
        """Note a dialogue that goes out."""
        self.summary.count_written(decided.decisions, redacted)
        dialogue_id = decided.dialogue.dialogue_id
        self.decisions(decisions_record(dialogue_id, decided.decisions, redacted))


def outgoing(
    outcomes: Iterable[Decided | DeadLetter], policy: str, ledger: Ledger
) -> Iterator[Dialogue]:
    """The redacted dialogues, in order."""
    for outcome in outcomes:
        result = outcome if isinstance(outcome, DeadLetter) else _redact(outcome, policy)
        if isinstance(result, DeadLetter):
            ledger.held(result)
        elif isinstance(outcome, Decided):
            ledger.sent(outcome, result)
            yield result.dialogue
        if ledger.watch:
            ledger.watch(ledger.summary)


def _redact(decided: Decided, policy: str) -> Redacted | DeadLetter:
    dialogue, decisions = decided.dialogue, decided.decisions
    try:
        redacted = policies.apply(policy, dialogue, decisions)
        verify(dialogue, decisions, redacted)
    except UserError as error:
        return DeadLetter(dialogue.dialogue_id, str(error))
    except Exception as error:
        # Its message could hold text; its kind cannot.
        return DeadLetter(dialogue.dialogue_id, f"masking failed: {type(error).__name__}")
    return redacted
