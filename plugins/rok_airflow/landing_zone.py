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
import logging
from pathlib import Path
from typing import Any

import yaml

from rok_airflow.folder import settled_files
from rok_airflow.set_aside import fingerprint, remembered

SIDECAR = ".yaml"
_ALMOST = ".yml"
log = logging.getLogger(__name__)
_OPTIONS = {"purpose": "--as", "source": "--source", "licence": "--licence"}


class LandingError(Exception):
    """A batch that has gone, or whose sidecar cannot be understood; it waits to be put right."""


def pending_batches(landing: Path, repository: Path, settle: float) -> list[str]:
    """SHA-256 of the landed files still to be taken in, in the order of their names.

    Left out are those that a data version holds, and those set aside in the same state.
    """
    aside = remembered(repository)
    return [
        one for one, sidecar in _unknown(landing, repository, settle) if (one, sidecar) not in aside
    ]


def count_set_aside(landing: Path, repository: Path, settle: float) -> int:
    """How many landed files no data version holds and nobody tries again as they are."""
    return len(remembered(repository).intersection(_unknown(landing, repository, settle)))


def count_folders(landing: Path) -> int:
    """How many folders lie in the landing zone, where nobody reads them."""
    inside = landing.iterdir() if landing.is_dir() else ()
    return sum(path.is_dir() and not path.name.startswith(".") for path in inside)


def sidecar_of(batch: Path) -> Path:
    """Where the word on a batch is, if there is one."""
    return batch.with_suffix(SIDECAR)


def find_file(landing: Path, sha256: str) -> Path:
    """The landed file with this content; file names can be personal, so tasks pass hashes."""
    try:
        return _landed(landing, settle=0)[sha256]
    except KeyError:
        raise LandingError(f"no file in the landing zone has the SHA-256 {sha256}") from None


def intake_options(batch: Path) -> list[str]:
    """What the sidecar of a batch says, as options of `rok data add`."""
    _refuse_almost_sidecars(batch)
    said = {"purpose": "train"} | _read_sidecar(sidecar_of(batch))
    unknown = said.keys() - _OPTIONS.keys()
    if unknown:
        raise LandingError(f"{batch.stem}{SIDECAR}: {sorted(unknown)} mean nothing here")
    return [part for key, value in said.items() for part in (_OPTIONS[key], str(value))]


def _landed(landing: Path, settle: float) -> dict[str, Path]:
    files = settled_files(landing, settle)
    batches = [path for path in files if path.suffix not in (SIDECAR, _ALMOST)]
    hashed = ((_sha256(path), path) for path in batches)
    return {sha256: path for sha256, path in hashed if sha256}


def _unknown(landing: Path, repository: Path, settle: float) -> list[tuple[str, str]]:
    """Hash of each landed file that no data version holds, and fingerprint of its sidecar."""
    known = _known_files(repository)
    landed = _landed(landing, settle).items()
    return [(one, fingerprint(sidecar_of(path))) for one, path in landed if one not in known]


def _refuse_almost_sidecars(batch: Path) -> None:
    """A sidecar under a wrong name must not turn a test set into training data."""
    for name in (f"{batch.stem}{_ALMOST}", f"{batch.name}{SIDECAR}", f"{batch.name}{_ALMOST}"):
        if batch.with_name(name).exists():
            raise LandingError(f"{name}: must be named {sidecar_of(batch).name} to be heard")


def _read_sidecar(path: Path) -> dict[str, object]:
    if not path.is_file():
        return {}
    try:
        said = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (yaml.YAMLError, UnicodeDecodeError):
        raise LandingError(f"{path.name}: not YAML") from None
    if not isinstance(said, dict):
        raise LandingError(f"{path.name}: `purpose: …` is expected")
    return said


def purposes(repository: Path) -> set[str]:
    """What the data versions are for: train, canonical, challenge."""
    return {record["purpose"] for record in _records(repository)}


def _known_files(repository: Path) -> set[str]:
    return {sha256 for record in _records(repository) for sha256 in record.get("files", ())}


def _records(repository: Path) -> list[dict[str, Any]]:
    paths = (repository / "data" / "records").glob("*.json")
    return [json.loads(path.read_text(encoding="utf-8")) for path in paths]


def _sha256(path: Path) -> str:
    """The hash of a file, or nothing where it cannot be read: it must not hold up the others."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        log.warning("A landed file cannot be read: %s.", error.strerror)
        return ""
