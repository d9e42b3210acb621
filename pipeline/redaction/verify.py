"""The last look before a dialogue leaves: does the output do what was decided, and only that?

It starts from the decisions and the input and shares no step with the policy that made the output,
but for the coordinates the policy claims.
"""

from collections.abc import Iterator, Sequence

from pipeline.errors import UserError
from pipeline.policy import Redacted
from pipeline.policy.mask import originals, replaced_regions
from pipeline.policy.redacted import unmask
from pipeline.reviewer import Action, Decision
from pipeline.transcripts import Dialogue

Character = tuple[int, int]


class VerificationError(UserError):
    """An output that must not be written: says dialogue and reason, never the text."""


def verify(dialogue: Dialogue, decisions: Sequence[Decision], redacted: Redacted) -> None:
    """Raise VerificationError unless the output is the input with every REDACT replaced."""
    for reason in _faults(dialogue, decisions, redacted):
        raise VerificationError(f"dialogue {dialogue.dialogue_id}: {reason}")


def _faults(dialogue: Dialogue, decisions: Sequence[Decision], redacted: Redacted) -> Iterator[str]:
    output = redacted.dialogue
    if not all(0 <= decision.p_redact <= 1 for decision in decisions):
        yield "a decision has no probability"
    if [turn.turn_id for turn in output.turns] != [turn.turn_id for turn in dialogue.turns]:
        yield "the turns of the output are not those of the input"
    if output.spans is not None or output.keep_spans:
        yield "annotations of the input went into the output"
    if not _placeholders_stand(redacted):
        yield "a placeholder is not where it is said to be"
    if unmask(redacted, originals(dialogue, redacted)) != [turn.text for turn in dialogue.turns]:
        yield "putting the originals back does not give the input"
    yield from _coverage_faults(dialogue, decisions, redacted)


def _placeholders_stand(redacted: Redacted) -> bool:
    texts = {turn.turn_id: turn.text for turn in redacted.dialogue.turns}
    free_from = dict.fromkeys(texts, 0)
    for redaction in redacted.redactions:
        text = texts[redaction.turn_id][redaction.start : redaction.end]
        if text != redaction.placeholder or redaction.start < free_from[redaction.turn_id]:
            return False
        free_from[redaction.turn_id] = redaction.end
    return True


def _coverage_faults(
    dialogue: Dialogue, decisions: Sequence[Decision], redacted: Redacted
) -> Iterator[str]:
    decided = _decided(decisions)
    replaced = {
        (turn_id, place)
        for turn_id, region in replaced_regions(redacted)
        for place in range(region.start, region.end)
    }
    texts = {turn.turn_id: turn.text for turn in dialogue.turns}
    if any(not texts[turn_id][place].isspace() for turn_id, place in decided - replaced):
        yield "a character that was to be redacted is left"
    if replaced - decided:
        yield "a character that was to be kept is gone"


def _decided(decisions: Sequence[Decision]) -> set[Character]:
    found = [one.candidate for one in decisions if one.action is Action.REDACT]
    return {(one.turn_id, place) for one in found for place in range(one.start, one.end)}
