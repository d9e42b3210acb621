"""The landing zone: annotated batches as files, each with a word on what it is for.

`batch.jsonl` may have `batch.yaml` beside it, landed before it:

    purpose: train        # train, canonical or challenge; train when left out
    source: where it came from
    licence: on what terms

Files stay where they landed. What was taken in is known by content: the records of the data
versions hold the hash of every file that came in.
"""

import hashlib
import json
from pathlib import Path

import yaml

from rok_airflow.folder import settled_files

SIDECAR = ".yaml"
_OPTIONS = {"purpose": "--as", "source": "--source", "licence": "--licence"}


class LandingError(Exception):
    """A batch that has gone, or whose sidecar cannot be understood; it waits to be put right."""


def pending_batches(landing: Path, repository: Path, settle: float) -> list[str]:
    """SHA-256 of the landed files that no data version holds, in the order of their names."""
    known = _known_files(repository)
    return [sha256 for sha256 in _landed(landing, settle) if sha256 not in known]


def find_file(landing: Path, sha256: str) -> Path:
    """The landed file with this content; file names can be personal, so tasks pass hashes."""
    try:
        return _landed(landing, settle=0)[sha256]
    except KeyError:
        raise LandingError(f"no file in the landing zone has the SHA-256 {sha256}") from None


def intake_options(batch: Path) -> list[str]:
    """What the sidecar of a batch says, as options of `rok data add`."""
    said = {"purpose": "train"} | _read_sidecar(batch.with_suffix(SIDECAR))
    unknown = said.keys() - _OPTIONS.keys()
    if unknown:
        raise LandingError(f"{batch.stem}{SIDECAR}: {sorted(unknown)} mean nothing here")
    return [part for key, value in said.items() for part in (_OPTIONS[key], str(value))]


def _landed(landing: Path, settle: float) -> dict[str, Path]:
    batches = [path for path in settled_files(landing, settle) if path.suffix != SIDECAR]
    return {_sha256(path): path for path in batches}


def _read_sidecar(path: Path) -> dict[str, object]:
    if not path.is_file():
        return {}
    try:
        said = yaml.safe_load(path.read_text(encoding="utf-8"))
    except yaml.YAMLError:
        raise LandingError(f"{path.name}: not YAML") from None
    if not isinstance(said, dict):
        raise LandingError(f"{path.name}: `purpose: …` is expected")
    return said


def _known_files(repository: Path) -> set[str]:
    records = (repository / "data" / "records").glob("*.json")
    return {
        sha256
        for record in records
        for sha256 in json.loads(record.read_text(encoding="utf-8")).get("files", ())
    }


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
