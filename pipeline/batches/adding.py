"""Landing a batch: it becomes a version as a whole, or nothing remains of it.

Shards are tracked and pushed first; then one transaction of git refs makes commit and tag. A
run killed before that leaves no version, a run killed after it leaves a whole one, and the next
run tidies the working tree either way.
"""

import hashlib
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from pipeline.batches.intake import QUARANTINE, SHARDS, Intake, Landing, take_in
from pipeline.batches.record import (
    BATCHES,
    BatchRecord,
    Purpose,
    RefusedError,
    pointer_path,
    record_path,
)
from pipeline.batches.versions import Versions
from pipeline.batches.workplace import Workplace
from pipeline.transcripts.options import DEFAULT_OPTIONS, ReadOptions
from pipeline.transcripts.problem import TranscriptError

QUARANTINES = Path("data/quarantine")
LOCK_WAIT_SECONDS = 300.0


@dataclass(frozen=True, slots=True)
class AlreadyKnown:
    """The same dialogues are in a version already."""

    record: BatchRecord


@dataclass(frozen=True, slots=True)
class Terms:
    """Where a batch comes from and under which licence."""

    source: str = ""
    licence: str = ""


def add(
    files: Sequence[Path],
    purpose: Purpose = Purpose.TRAIN,
    terms: Terms = Terms(),
    repo: Path = Path(),
    *,
    form: str | None = None,
    options: ReadOptions = DEFAULT_OPTIONS,
    remote: str | None = None,
    wait_seconds: float = LOCK_WAIT_SECONDS,
) -> BatchRecord | AlreadyKnown:
    """Make the dialogues of `files` the next data version of the repository at `repo`.

    `form` names their format, None to recognise it; `remote` a DVC remote, None for the default.
    Raises RefusedError when the files cannot be read, nothing in them can be accepted, or the
    batch is known for another purpose, and BatchError when something else stands in the way.
    """
    place = Workplace.find(repo)
    landing = Landing.of(files, form, options)
    with place.exclusive(wait_seconds) as staging:
        intake = _take_in(landing, staging)
        _keep_quarantine(place, intake, staging)
        known = _known(place, intake, purpose)
        if known is not None:
            return AlreadyKnown(known)
        record = _record(place, intake, purpose, terms)
        place.begin(record.batch_id)
        _track(place, record, staging, remote)
        _publish(place, record, staging)
    return record


def _take_in(landing: Landing, staging: Path) -> Intake:
    try:
        return take_in(landing, staging)
    except TranscriptError as error:
        raise RefusedError(str(error)) from None


def _keep_quarantine(place: Workplace, intake: Intake, staging: Path) -> None:
    """Quarantined records hold text: they stay on this machine, out of git and of DVC."""
    if intake.quarantined:
        folder = place.root / QUARANTINES
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        (folder / ".gitignore").write_text("*\n", encoding="utf-8")
        (staging / QUARANTINE).replace(folder / f"{_quarantine_name(intake)}.jsonl")
    if not intake.counts.dialogues:
        kept_out = f"{intake.quarantined} quarantined in {QUARANTINES}"
        raise RefusedError(f"nothing to land: no dialogue accepted, {kept_out}")


def _quarantine_name(intake: Intake) -> str:
    if intake.counts.dialogues:
        return intake.batch_id
    return "refused-" + hashlib.sha256("".join(intake.files).encode()).hexdigest()[:16]


def _known(place: Workplace, intake: Intake, purpose: Purpose) -> BatchRecord | None:
    known = Versions(place.git).known(intake.batch_id)
    if known is not None and known.purpose is not purpose:
        raise RefusedError(f"this batch is in {known.version} already, as {known.purpose.value}")
    return known


def _record(place: Workplace, intake: Intake, purpose: Purpose, terms: Terms) -> BatchRecord:
    place.git.head()
    return BatchRecord(
        batch_id=intake.batch_id,
        version=f"data/v{Versions(place.git).next_number()}",
        purpose=purpose,
        source=terms.source,
        licence=terms.licence,
        landed_at=datetime.now(UTC).isoformat(timespec="seconds"),
        sha256=intake.sha256,
        files=intake.files,
        shards=intake.shards,
        counts=intake.counts,
        quarantined=intake.quarantined,
        quarantined_by_reason=intake.quarantined_by_reason,
    )


def _track(place: Workplace, record: BatchRecord, staging: Path, remote: str | None) -> None:
    """Move the shards in, put them under DVC, and push them."""
    folder = BATCHES / record.batch_id
    shutil.rmtree(place.root / folder, ignore_errors=True)
    (place.root / BATCHES).mkdir(parents=True, exist_ok=True)
    (staging / SHARDS).replace(place.root / folder)
    place.dvc.add(folder)
    place.dvc.push(pointer_path(record.batch_id), remote)


def _publish(place: Workplace, record: BatchRecord, staging: Path) -> None:
    pointer = pointer_path(record.batch_id)
    files = {
        record_path(record.batch_id): record.to_json(),
        pointer: (place.root / pointer).read_text(encoding="utf-8"),
    }
    place.git.commit_with_tag(files, _message(record), record.version, staging / "index")


def _message(record: BatchRecord) -> str:
    counts = record.counts
    spans = sum(sum(types.values()) for types in counts.spans.values())
    return (
        f"{record.version}: {record.purpose.value} batch {record.batch_id}\n\n"
        f"{counts.dialogues} dialogues, {counts.turns} turns, {spans} spans; "
        f"{record.quarantined} records quarantined"
    )
