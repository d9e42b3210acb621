"""Annotated dialogues as the training stages take them: sound, and enough to learn from."""

from collections.abc import Iterable
from pathlib import Path

from pipeline.errors import UserError
from pipeline.transcripts.dialogue import Dialogue
from pipeline.transcripts.native import read_dialogues
from pipeline.transcripts.problem import Reason
from pipeline.transcripts.validation import validate

_HARMLESS = frozenset({Reason.EMPTY_TURN})


def read_annotated(*files: Path) -> list[Dialogue]:
    """The dialogues of native files.

    UserError where a file is missing, or a dialogue is damaged, not annotated or there twice,
    and where there is no gold span at all: nothing can be learnt or tuned on that.
    """
    dialogues: dict[str, Dialogue] = {}
    for path in files:
        for dialogue in _read(path):
            if dialogue.dialogue_id in dialogues:
                raise UserError(f"{path}: dialogue {dialogue.dialogue_id} is there twice")
            _require_sound(dialogue, path)
            dialogues[dialogue.dialogue_id] = dialogue
    if not any(dialogue.spans for dialogue in dialogues.values()):
        raise UserError(f"no annotated span in {', '.join(map(str, files))}")
    return list(dialogues.values())


def _read(path: Path) -> list[Dialogue]:
    if not path.is_file():
        raise UserError(f"{path} is not there")
    return list(read_dialogues(path))


def _require_sound(dialogue: Dialogue, path: Path) -> None:
    if dialogue.spans is None:
        raise UserError(
            f"{path}: dialogue {dialogue.dialogue_id} has no annotation to learn from "
            "(an empty list of spans says that there is no PII)"
        )
    for problem in validate(dialogue):
        if problem.is_error and problem.reason not in _HARMLESS:
            raise UserError(f"{path}: dialogue {dialogue.dialogue_id}: {problem.sentence}")


def require_apart(training: Iterable[Dialogue], validation: Iterable[Dialogue]) -> None:
    """UserError where a dialogue is in both: what is tuned on it would not be honest."""
    both = {d.dialogue_id for d in training} & {d.dialogue_id for d in validation}
    if both:
        raise UserError(
            f"{len(both)} dialogues are in training and in validation, first {min(both)}"
        )
