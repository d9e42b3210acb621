"""Shards: a batch as a few JSONL files of bounded size, never a file a dialogue."""

import hashlib
from collections.abc import Iterator
from pathlib import Path

from pipeline.batches.dvc import Dvc
from pipeline.batches.record import BATCHES, BatchError, BatchRecord, Shard, pointer_path
from pipeline.file_hash import sha256_of
from pipeline.transcripts import Dialogue
from pipeline.transcripts.native import read_dialogues
from pipeline.whole_file import whole_file

SHARD_BYTES = 8 * 2**20


def write_shards(
    lines: Iterator[str], folder: Path, shard_bytes: int = SHARD_BYTES
) -> tuple[Shard, ...]:
    """Write native lines to `folder`/part-0000.jsonl and on.

    A shard ends with the line that takes it to `shard_bytes` of UTF-8 or over.
    """
    shards: list[Shard] = []
    waiting = next(lines, None)
    while waiting is not None:
        name = f"part-{len(shards):04d}.jsonl"
        digest, size, count = hashlib.sha256(), 0, 0
        with whole_file(folder / name) as file:
            while waiting is not None and size < shard_bytes:
                encoded = (waiting + "\n").encode()
                file.write(waiting + "\n")
                digest.update(encoded)
                size, count = size + len(encoded), count + 1
                waiting = next(lines, None)
        shards.append(Shard(name=name, sha256=digest.hexdigest(), bytes=size, dialogues=count))
    return tuple(shards)


def shard_folder(root: Path, batch_id: str) -> Path:
    """Where the shards of a batch are in the working tree."""
    return root / BATCHES / batch_id


def fetch_shards(root: Path, record: BatchRecord) -> list[Path]:
    """Files of the batch, pulled from the remote if they are not here, each hash checked.

    Raises BatchError when a shard cannot be had or is not what the record says.
    """
    folder = shard_folder(root, record.batch_id)
    paths = [folder / shard.name for shard in record.shards]
    if not all(path.is_file() for path in paths):
        Dvc(root).pull(pointer_path(record.batch_id))
    for path, shard in zip(paths, record.shards, strict=True):
        if not path.is_file():
            raise BatchError(f"{record.version}: {shard.name} is not here; run `dvc pull`")
        if sha256_of(path) != shard.sha256:
            raise BatchError(f"{record.version}: {shard.name} differs from its record")
    return paths


def read_batch(root: Path, record: BatchRecord) -> Iterator[Dialogue]:
    """Dialogues of a batch, streamed in the order they landed."""
    for path in fetch_shards(root, record):
        yield from read_dialogues(path)
