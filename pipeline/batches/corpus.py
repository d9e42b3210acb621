"""The corpus: all batches of one purpose together, the latest word on each dialogue."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from pipeline.batches.record import BatchRecord, Purpose
from pipeline.batches.shards import read_batch
from pipeline.transcripts import Dialogue


def union(root: Path, records: Sequence[BatchRecord], purpose: Purpose) -> Iterator[Dialogue]:
    """Dialogues of all batches with `purpose`, streamed in the order of `records`.

    Where batches share a dialogue id the last one counts. A dialogue that names no source or
    licence takes those of its batch.
    """
    chosen = [record for record in records if record.purpose is purpose]
    winners = {
        dialogue.dialogue_id: record.batch_id
        for record in chosen
        for dialogue in read_batch(root, record)
    }
    for record in chosen:
        for dialogue in read_batch(root, record):
            if winners[dialogue.dialogue_id] == record.batch_id:
                yield _with_origin(dialogue, record)


def _with_origin(dialogue: Dialogue, record: BatchRecord) -> Dialogue:
    return dialogue.model_copy(
        update={
            "source": dialogue.source or record.source,
            "licence": dialogue.licence or record.licence,
        }
    )
