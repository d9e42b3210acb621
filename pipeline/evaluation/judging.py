"""One annotated set put through the door of the cascade, dialogue by dialogue.

The cascade sees dialogues without their gold, and must give each of them back, in order.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pipeline.errors import UserError
from pipeline.evaluation.counts import Counts, count_outcomes
from pipeline.evaluation.leaks import Leak, find_leaks
from pipeline.evaluation.outcomes import gold_of, gold_outcomes
from pipeline.evaluation.scores import ScoreHistogram
from pipeline.evaluation.soundness import check_decisions, check_gold
from pipeline.reviewer.decision import Action, Decision
from pipeline.transcripts import Dialogue
from pipeline.transcripts.native import read_dialogues

Decide = Callable[[Iterable[Dialogue]], Iterator[tuple[Dialogue, list[Decision]]]]
"""`Cascade.decide`: every dialogue in order, with the decisions for all its candidates."""


class EvaluationError(UserError):
    """An evaluation that would not mean anything; says which dialogue and why."""


@dataclass(frozen=True, slots=True)
class DialogueCounts:
    """The counts of one dialogue: under the cascade, and had every candidate been redacted."""

    dialogue_id: str
    platform: str
    cascade: Counts
    proposer: Counts


@dataclass(slots=True)
class JudgedSet:
    """All that an evaluation keeps of a set; no text."""

    name: str
    dialogues: list[DialogueCounts] = field(default_factory=list)
    leaks: list[Leak] = field(default_factory=list)
    scores: ScoreHistogram = field(default_factory=ScoreHistogram)

    def add(self, dialogue: Dialogue, decisions: Sequence[Decision]) -> None:
        """Count one annotated dialogue with the decisions for it."""
        candidates = [one.candidate for one in decisions]
        redactions = [one.candidate for one in decisions if one.action is Action.REDACT]
        outcomes = gold_outcomes(gold_of(dialogue), redactions)
        proposed = gold_outcomes(gold_of(dialogue), candidates)
        self.dialogues.append(
            DialogueCounts(
                dialogue.dialogue_id,
                dialogue.platform,
                cascade=count_outcomes(dialogue, redactions, outcomes),
                proposer=count_outcomes(dialogue, candidates, proposed),
            )
        )
        self.leaks += find_leaks(self.name, dialogue, outcomes, proposed)
        self.scores.add(dialogue, decisions)


def judge(decide: Decide, path: Path, name: str, on_dialogue: Callable[[], None]) -> JudgedSet:
    """Run `decide` over a native file in one pass and count what it did.

    Raises EvaluationError for an unannotated, repeated or unsound dialogue, for a file without
    any, and when `decide` loses, adds or reorders dialogues or decides outside of the text.
    """
    judged = JudgedSet(name)
    waiting: deque[Dialogue] = deque()
    for seen, decisions in decide(_without_gold(path, waiting)):
        if not waiting or waiting[0].dialogue_id != seen.dialogue_id:
            raise EvaluationError(f"the cascade gave dialogues of {path} back out of order")
        dialogue = waiting.popleft()
        _add_sound(judged, dialogue, decisions)
        on_dialogue()
    if waiting:
        raise EvaluationError(f"the cascade gave back {len(waiting)} dialogues of {path} too few")
    if not judged.dialogues:
        raise EvaluationError(f"{path}: holds no dialogue to evaluate on")
    return judged


def _add_sound(judged: JudgedSet, dialogue: Dialogue, decisions: list[Decision]) -> None:
    try:
        check_decisions(dialogue, decisions)
    except ValueError as error:
        raise EvaluationError(f"the cascade, dialogue {dialogue.dialogue_id}: {error}") from None
    judged.add(dialogue, decisions)


def _without_gold(path: Path, waiting: deque[Dialogue]) -> Iterator[Dialogue]:
    """Dialogues as the cascade may see them; the annotated ones queue up in `waiting`."""
    ids: set[str] = set()
    for number, dialogue in enumerate(_read(path), start=1):
        where = f"{path}: dialogue {number} ({dialogue.dialogue_id})"
        if dialogue.dialogue_id in ids:
            raise EvaluationError(f"{where}: the id occurs twice")
        try:
            check_gold(dialogue)
        except ValueError as error:
            raise EvaluationError(f"{where}: {error}") from None
        ids.add(dialogue.dialogue_id)
        waiting.append(dialogue)
        yield dialogue.model_copy(update={"spans": None, "keep_spans": ()})


def _read(path: Path) -> Iterator[Dialogue]:
    try:
        yield from read_dialogues(path)
    except OSError as error:
        raise EvaluationError(f"{path}: cannot be read: {error.strerror}") from None
