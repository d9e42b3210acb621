"""What a policy returns: the dialogue as it goes out, and where something was replaced in it."""

from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.policy.labels import label
from pipeline.transcripts import Dialogue, SpanType


@dataclass(frozen=True, slots=True)
class Redaction:
    """A placeholder at `[start, end)` of turn `turn_id` of the output, in code points.

    `original_length` is how many code points it replaced; what they were is not kept.
    """

    turn_id: int
    start: int
    end: int
    type: SpanType
    original_length: int

    @property
    def placeholder(self) -> str:
        """What stands in the output."""
        return label(self.type)


@dataclass(frozen=True, slots=True)
class Redacted:
    """A redacted dialogue, and its redactions in the order of the turns, then of the text."""

    dialogue: Dialogue
    redactions: tuple[Redaction, ...]


def unmask(redacted: Redacted, originals: Sequence[str]) -> list[str]:
    """The texts of the turns with `originals`, one a redaction in order, put back.

    With the strings that were replaced this is the input again, exactly.
    """
    found: dict[int, list[tuple[Redaction, str]]] = {}
    for redaction, original in zip(redacted.redactions, originals, strict=True):
        found.setdefault(redaction.turn_id, []).append((redaction, original))
    return [_put_back(turn.text, found.get(turn.turn_id, [])) for turn in redacted.dialogue.turns]


def _put_back(text: str, found: list[tuple[Redaction, str]]) -> str:
    for redaction, original in reversed(found):
        text = text[: redaction.start] + original + text[redaction.end :]
    return text
