"""What changed between two data versions, by ids, offsets and types alone."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from pipeline.batches.record import BatchRecord, Purpose
from pipeline.batches.shards import read_batch
from pipeline.batches.span_changes import PlacedSpan, SpanChanges, compare_spans, spans_of
from pipeline.transcripts import Dialogue


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class DialogueRef(_Model):
    """A dialogue of a purpose."""

    purpose: Purpose
    dialogue_id: str


class ChangedDialogue(DialogueRef):
    """A dialogue with new content; `turns` are the ids of turns whose words or speaker changed."""

    turns: tuple[int, ...]


class Difference(_Model):
    """From one version to another."""

    added: tuple[DialogueRef, ...]
    changed: tuple[ChangedDialogue, ...]
    removed: tuple[DialogueRef, ...]
    spans: SpanChanges


_Key = tuple[Purpose, str]


def compare(root: Path, old: Sequence[BatchRecord], new: Sequence[BatchRecord]) -> Difference:
    """Compare the dialogues that two lists of batches amount to.

    Batches that both lists begin with are read for the dialogues that later ones touch, and
    only those dialogues are held in memory.
    """
    shared = _shared_length(old, new)
    touched = set(_keys(root, [*old[shared:], *new[shared:]]))
    before, after = _latest(root, old, touched), _latest(root, new, touched)
    both = sorted(before.keys() & after.keys())
    return Difference(
        added=_refs(after.keys() - before.keys()),
        changed=tuple(
            _changed(key, before[key], after[key]) for key in both if before[key] != after[key]
        ),
        removed=_refs(before.keys() - after.keys()),
        spans=compare_spans(_all_spans(before), _all_spans(after)),
    )


def _shared_length(old: Sequence[BatchRecord], new: Sequence[BatchRecord]) -> int:
    length = 0
    for one, other in zip(old, new, strict=False):
        if one.batch_id != other.batch_id:
            break
        length += 1
    return length


def _keys(root: Path, records: Iterable[BatchRecord]) -> Iterator[_Key]:
    for record in records:
        for dialogue in read_batch(root, record):
            yield record.purpose, dialogue.dialogue_id


def _latest(root: Path, records: Sequence[BatchRecord], touched: set[_Key]) -> dict[_Key, Dialogue]:
    return {
        (record.purpose, dialogue.dialogue_id): dialogue
        for record in records
        for dialogue in read_batch(root, record)
        if (record.purpose, dialogue.dialogue_id) in touched
    }


def _refs(keys: Iterable[_Key]) -> tuple[DialogueRef, ...]:
    return tuple(DialogueRef(purpose=key[0], dialogue_id=key[1]) for key in sorted(keys))


def _changed(key: _Key, old: Dialogue, new: Dialogue) -> ChangedDialogue:
    before = {turn.turn_id: turn for turn in old.turns}
    after = {turn.turn_id: turn for turn in new.turns}
    differing = {t for t in before.keys() | after.keys() if before.get(t) != after.get(t)}
    return ChangedDialogue(purpose=key[0], dialogue_id=key[1], turns=tuple(sorted(differing)))


def _all_spans(dialogues: dict[_Key, Dialogue]) -> list[PlacedSpan]:
    return [
        span for (purpose, _), dialogue in dialogues.items() for span in spans_of(purpose, dialogue)
    ]
