"""The corpus: all batches of one purpose together, the latest word on each dialogue."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from pipeline.batches.record import BatchRecord, Purpose
from pipeline.batches.shards import read_batch
from pipeline.transcripts import Dialogue
from pipeline.whole_file import whole_file

VERSION_FILE = "data_version.json"


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


def write_version(corpus: Path, records: Sequence[BatchRecord]) -> None:
    """Note in the folder of the corpus up to which version its batches go."""
    with whole_file(corpus / VERSION_FILE) as file:
        file.write(json.dumps({"data_version": records[-1].version}) + "\n")


def read_version(corpus: Path) -> str:
    """The data version that the corpus in a folder was made from; empty where none is noted."""
    try:
        noted = json.loads((corpus / VERSION_FILE).read_text(encoding="utf-8"))
        return str(noted["data_version"])
    except (OSError, ValueError, KeyError, TypeError):
        return ""


def _with_origin(dialogue: Dialogue, record: BatchRecord) -> Dialogue:
    return dialogue.model_copy(
        update={
            "source": dialogue.source or record.source,
            "licence": dialogue.licence or record.licence,
        }
    )
