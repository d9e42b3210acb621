"""The record of a batch: what landed, on what terms, and what became of it. It holds no text."""

from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pipeline.errors import UserError

RECORDS = Path("data/records")
BATCHES = Path("data/batches")

BatchId = Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")]
Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
VersionName = Annotated[str, Field(pattern=r"^data/v[1-9][0-9]*$")]


class BatchError(UserError):
    """A batch that cannot be landed, found or read."""


class RefusedError(BatchError):
    """A batch refused for what its files hold: the same files will come to the same."""

    exit_code = 3


class Purpose(StrEnum):
    """What a batch is for; the two test sets are frozen."""

    TRAIN = "train"
    CANONICAL = "canonical"
    CHALLENGE = "challenge"


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Shard(_Model):
    """One file of a batch: native JSONL of `dialogues` lines."""

    name: Annotated[str, Field(pattern=r"^part-[0-9]{4,}\.jsonl$")]
    sha256: Sha256
    bytes: int
    dialogues: int


class Counts(_Model):
    """Sizes of the accepted part. `spans` counts gold spans by platform and type."""

    dialogues: int
    turns: int
    platforms: dict[str, int]
    spans: dict[str, dict[str, int]]
    keep_spans: int


class BatchRecord(_Model):
    """One landed batch. `files` are the SHA-256 of what came in: names can be personal."""

    batch_id: BatchId
    version: VersionName
    purpose: Purpose
    source: str
    licence: str
    landed_at: str
    sha256: Sha256
    files: tuple[Sha256, ...]
    shards: tuple[Shard, ...]
    counts: Counts
    quarantined: int
    quarantined_by_reason: dict[str, int]

    @property
    def number(self) -> int:
        """N of `data/vN`."""
        return int(self.version.removeprefix("data/v"))

    def to_json(self) -> str:
        """The form kept in git."""
        return self.model_dump_json(indent=2) + "\n"


def record_path(batch_id: str) -> Path:
    """Where the record is kept, relative to the repository."""
    return RECORDS / f"{batch_id}.json"


def pointer_path(batch_id: str) -> Path:
    """Where DVC's pointer to the shards is kept, relative to the repository."""
    return BATCHES / f"{batch_id}.dvc"


def parse_record(content: str, where: str) -> BatchRecord:
    """A record from its JSON. Raises BatchError."""
    try:
        return BatchRecord.model_validate_json(content)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        field = ".".join(str(part) for part in first["loc"])
        raise BatchError(f"{where}: {field}: {first['msg']}") from None


def in_order(records: Iterable[BatchRecord]) -> list[BatchRecord]:
    """Oldest first. Two clones can have given one number; time and id then decide."""
    return sorted(records, key=lambda one: (one.number, one.landed_at, one.batch_id))


def read_records(folder: Path) -> list[BatchRecord]:
    """Every record under `folder`, oldest first; empty where nothing has landed."""
    return in_order(
        parse_record(path.read_text(encoding="utf-8"), path.name) for path in folder.glob("*.json")
    )


def up_to(records: list[BatchRecord], version: str) -> list[BatchRecord]:
    """Those of `version`, such as data/v3, and before; all when it is `latest`."""
    if version == "latest":
        return records
    numbers = [one.number for one in records if one.version == version]
    if not numbers:
        raise BatchError("no such data version among the records; `rok data log` lists them")
    return [one for one in records if one.number <= numbers[0]]
