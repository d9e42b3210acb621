"""Files that landed, taken apart: what is accepted goes to shards, the rest to quarantine.

Every record of every file ends in one of the two.
"""

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from pipeline.batches.record import BatchError, Counts, Shard
from pipeline.batches.shards import SHARD_BYTES, write_shards
from pipeline.batches.tally import Tally
from pipeline.file_hash import sha256_of
from pipeline.transcripts import Dialogue
from pipeline.transcripts.native import dump
from pipeline.transcripts.options import DEFAULT_OPTIONS, ReadOptions
from pipeline.transcripts.problem import Problem, Reason
from pipeline.transcripts.quarantine import Quarantine
from pipeline.transcripts.reading import Checker, files_of, read_records
from pipeline.transcripts.record import Record

QUARANTINE = "quarantine.jsonl"
SHARDS = "shards"


@dataclass(frozen=True, slots=True)
class Landing:
    """The files of a batch, and how to read them; `form` None is judged by content."""

    files: tuple[Path, ...]
    form: str | None = None
    options: ReadOptions = DEFAULT_OPTIONS

    @classmethod
    def of(cls, paths: Sequence[Path], form: str | None, options: ReadOptions) -> "Landing":
        """Files, or folders of files. Raises BatchError when one is not there."""
        for path in paths:
            if not path.exists():
                raise BatchError(f"{path}: no such file")
        return cls(tuple(files_of(paths)), form, options)

    def records(self) -> Iterator[tuple[Path, Record]]:
        """Every record of every file, checked, good and bad alike."""
        checker = Checker(self.options)
        for path in self.files:
            for record in read_records(path, self.form, self.options, checker):
                yield path, _annotated(record)


def _annotated(record: Record) -> Record:
    """Nobody having looked is not the same as nothing being there."""
    if record.dialogue is None or record.dialogue.spans is not None:
        return record
    problem = Problem(Reason.NOT_ANNOTATED, "nobody has annotated the dialogue")
    return replace(record, problems=(*record.problems, problem))


@dataclass(frozen=True, slots=True)
class Intake:
    """What was taken in. `sha256` is the same for the same dialogues in any order."""

    sha256: str
    files: tuple[str, ...]
    shards: tuple[Shard, ...]
    counts: Counts
    quarantined_by_reason: dict[str, int]

    @property
    def quarantined(self) -> int:
        """Number of records kept out."""
        return sum(self.quarantined_by_reason.values())

    @property
    def batch_id(self) -> str:
        """The name of the batch: the beginning of its content hash."""
        return self.sha256[:16]


@dataclass(slots=True)
class _Ledger:
    """Counts and hashes of what went which way."""

    tally: Tally = field(default_factory=Tally)
    hashes: list[bytes] = field(default_factory=list)
    reasons: Counter[str] = field(default_factory=Counter)

    def accept(self, dialogue: Dialogue) -> str:
        line = dump(dialogue)
        self.hashes.append(hashlib.sha256(line.encode()).digest())
        self.tally.add(dialogue)
        return line

    def refuse(self, record: Record) -> None:
        """The first grave finding counts, so that reasons add up to records."""
        self.reasons[next(one.reason.value for one in record.problems if one.is_error)] += 1


def take_in(landing: Landing, folder: Path, shard_bytes: int = SHARD_BYTES) -> Intake:
    """Write `folder`/shards and, for bad records, `folder`/quarantine.jsonl.

    Raises TranscriptError for a file that cannot be read at all.
    """
    ledger = _Ledger()
    with Quarantine(folder / QUARANTINE) as quarantine:

        def lines() -> Iterator[str]:
            for path, record in landing.records():
                if record.is_good and record.dialogue is not None:
                    yield ledger.accept(record.dialogue)
                else:
                    quarantine.put(path, record)
                    ledger.refuse(record)

        shards = write_shards(lines(), folder / SHARDS, shard_bytes)
    return Intake(
        sha256=hashlib.sha256(b"".join(sorted(ledger.hashes))).hexdigest(),
        files=tuple(sha256_of(path) for path in landing.files),
        shards=shards,
        counts=ledger.tally.counts(),
        quarantined_by_reason=dict(sorted(ledger.reasons.items())),
    )
