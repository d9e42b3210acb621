"""The policy `mask`: what is to be redacted becomes a label that says what kind of thing it was."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from pipeline.errors import UserError
from pipeline.policy.labels import label
from pipeline.policy.overlaps import Region, resolve
from pipeline.policy.redacted import Redacted, Redaction
from pipeline.reviewer import Action, Decision
from pipeline.transcripts import Dialogue, Turn
from pipeline.transcripts.redacted import without_surroundings


class PolicyError(UserError):
    """Decisions that cannot be applied to their dialogue, or a policy nobody knows."""


def mask(dialogue: Dialogue, decisions: Iterable[Decision]) -> Redacted:
    """Replace the span of every REDACT decision by its label.

    Gold annotations do not pass, nor speaker labels and foreign fields that can say who somebody
    is. PolicyError when a span lies outside its turn.
    """
    regions = regions_by_turn(dialogue, decisions)
    turns: list[Turn] = []
    redactions: list[Redaction] = []
    for turn in dialogue.turns:
        text, replaced = _mask_turn(turn, regions.get(turn.turn_id, ()))
        turns.append(turn.model_copy(update={"text": text}))
        redactions += replaced
    masked = dialogue.model_copy(update={"turns": tuple(turns)})
    return Redacted(without_surroundings(masked), tuple(redactions))


def regions_by_turn(dialogue: Dialogue, decisions: Iterable[Decision]) -> dict[int, list[Region]]:
    """The disjoint, sorted regions to replace in each turn that has any; PolicyError."""
    texts = {turn.turn_id: turn.text for turn in dialogue.turns}
    if len(texts) != len(dialogue.turns):
        raise PolicyError(f"dialogue {dialogue.dialogue_id}: two turns have the same turn_id")
    spans: dict[int, list[Region]] = {}
    for decision in decisions:
        if decision.action is Action.REDACT:
            found = decision.candidate
            if not 0 <= found.start < found.end <= len(texts.get(found.turn_id, "")):
                raise PolicyError(
                    f"dialogue {dialogue.dialogue_id}: span [{found.start}, {found.end}) "
                    f"is not inside turn {found.turn_id}"
                )
            region = Region(found.start, found.end, found.type)
            spans.setdefault(found.turn_id, []).append(region)
    return {turn_id: resolve(regions, texts[turn_id]) for turn_id, regions in spans.items()}


def _mask_turn(turn: Turn, regions: Sequence[Region]) -> tuple[str, list[Redaction]]:
    pieces: list[str] = []
    redactions: list[Redaction] = []
    read = written = 0
    for region in regions:
        start = written + region.start - read
        written = start + len(label(region.type))
        pieces += (turn.text[read : region.start], label(region.type))
        length = region.end - region.start
        redactions.append(Redaction(turn.turn_id, start, written, region.type, length))
        read = region.end
    return "".join([*pieces, turn.text[read:]]), redactions


def originals(dialogue: Dialogue, redacted: Redacted) -> list[str]:
    """The strings that were replaced, one a redaction; never to be kept with the output."""
    texts = {turn.turn_id: turn.text for turn in dialogue.turns}
    return [
        texts[turn_id][region.start : region.end] for turn_id, region in replaced_regions(redacted)
    ]


def replaced_regions(redacted: Redacted) -> Iterator[tuple[int, Region]]:
    """Turn and place in the input of what each redaction replaced."""
    shift: Counter[int] = Counter()
    for redaction in redacted.redactions:
        start = redaction.start + shift[redaction.turn_id]
        yield (
            redaction.turn_id,
            Region(start, start + redaction.original_length, redaction.type),
        )
        shift[redaction.turn_id] += redaction.original_length - len(redaction.placeholder)
