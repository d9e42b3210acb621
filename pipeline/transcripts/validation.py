"""Whether a dialogue can be trusted: every check there is on the data model, none on any format."""

from collections.abc import Iterator

from pipeline.transcripts.dialogue import Dialogue
from pipeline.transcripts.field_checks import field_problems
from pipeline.transcripts.problem import Problem, Reason
from pipeline.transcripts.span_checks import span_problems
from pipeline.transcripts.text_checks import character_problems, turn_problems


def validate(dialogue: Dialogue) -> list[Problem]:
    """What is wrong with a dialogue, errors and warnings; an empty list when nothing is."""
    return [
        *_identity_problems(dialogue),
        *field_problems(dialogue),
        *turn_problems(dialogue),
        *span_problems(dialogue),
    ]


def _identity_problems(dialogue: Dialogue) -> Iterator[Problem]:
    if not dialogue.dialogue_id.strip():
        yield Problem(Reason.NO_DIALOGUE_ID, "the dialogue has no id")
    yield from character_problems(dialogue.dialogue_id, "the dialogue id", allowed="")
    if all(not turn.text.strip() for turn in dialogue.turns):
        yield Problem(Reason.EMPTY_DIALOGUE, "the dialogue has no turn with text")
