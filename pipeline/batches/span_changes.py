"""Which spans were added, changed or removed: by place and type, without the words."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from pydantic import BaseModel, ConfigDict

from pipeline.batches.record import Purpose
from pipeline.transcripts import Dialogue

KEEP = "KEEP"


class PlacedSpan(BaseModel):
    """A span and where it is; type `KEEP` is a name that must stay."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    purpose: Purpose
    dialogue_id: str
    turn_id: int
    start: int
    end: int
    type: str

    @property
    def turn(self) -> tuple[Purpose, str, int]:
        """The turn it is in."""
        return self.purpose, self.dialogue_id, self.turn_id

    @property
    def place(self) -> str:
        """Where and what it is, for people."""
        return f"{self.dialogue_id} turn {self.turn_id} [{self.start}, {self.end}) {self.type}"

    @property
    def order(self) -> tuple[str, str, int, int, int, str]:
        """Sort key: by place."""
        place = (self.purpose.value, self.dialogue_id, self.turn_id)
        return (*place, self.start, self.end, self.type)


class ChangedSpan(BaseModel):
    """A span whose type or bounds are no longer what they were."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    old: PlacedSpan
    new: PlacedSpan


class SpanChanges(BaseModel):
    """Spans of two versions, told apart."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    added: tuple[PlacedSpan, ...]
    changed: tuple[ChangedSpan, ...]
    removed: tuple[PlacedSpan, ...]


def spans_of(purpose: Purpose, dialogue: Dialogue) -> Iterator[PlacedSpan]:
    """Every span of a dialogue with its place."""
    typed = [(span, span.type.value) for span in dialogue.spans or ()]
    kept = [(span, KEEP) for span in dialogue.keep_spans]
    for span, kind in [*typed, *kept]:
        yield PlacedSpan(
            purpose=purpose,
            dialogue_id=dialogue.dialogue_id,
            turn_id=span.turn_id,
            start=span.start,
            end=span.end,
            type=kind,
        )


def compare_spans(old: Iterable[PlacedSpan], new: Iterable[PlacedSpan]) -> SpanChanges:
    """Equal spans are left out; a lost one that overlaps a new one, in its turn, has changed."""
    before, after = set(old), set(new)
    gone = sorted(before - after, key=lambda span: span.order)
    come = defaultdict(list)
    for span in sorted(after - before, key=lambda span: span.order):
        come[span.turn].append(span)
    changed, removed = [], []
    for span in gone:
        successor = next((one for one in come[span.turn] if _overlap(span, one)), None)
        if successor is None:
            removed.append(span)
        else:
            come[span.turn].remove(successor)
            changed.append(ChangedSpan(old=span, new=successor))
    added = [span for spans in come.values() for span in spans]
    return SpanChanges(added=tuple(added), changed=tuple(changed), removed=tuple(removed))


def _overlap(one: PlacedSpan, other: PlacedSpan) -> bool:
    return one.start < other.end and other.start < one.end
