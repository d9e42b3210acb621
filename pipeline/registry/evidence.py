"""What is promoted: a cascade folder with the evaluation and the gate report that judge it."""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pipeline.cascade import verified_manifest
from pipeline.errors import UserError
from pipeline.file_hash import sha256_of


class EvidenceError(UserError):
    """The evaluation or the gate report is missing, unreadable, or about something else."""


@dataclass(frozen=True)
class Evidence:
    """A cascade and the proof that came with it; `report` is the page for people, if there is one.

    `gate_sha256` covers the checks and the verdict, not when or where they were made.
    """

    cascade: Path
    version: str
    metrics_file: Path
    metrics: dict[str, Any]
    gate_file: Path
    passed: bool
    failed_checks: tuple[str, ...]
    gate_sha256: str
    report: Path | None


def gather(
    cascade: Path,
    metrics: Path | None = None,
    gate: Path | None = None,
    report: Path | None = None,
) -> Evidence:
    """Find and check the evidence for the cascade in a folder.

    Files not named are looked for in `cascade`, in its `evaluation` folder and in the
    `evaluation` folder beside it. A gate report made for another cascade or from other metrics
    raises EvidenceError, and a cascade whose files have changed CascadeError.
    """
    version = str(verified_manifest(cascade)["version"])
    metrics_file = metrics or _find(cascade, "metrics.json")
    gate_file = gate or _find(cascade, "gate.json")
    verdict = _read(gate_file)
    _check_same(gate_file, "cascade_version", verdict, version)
    _check_same(gate_file, "metrics_sha256", verdict, sha256_of(metrics_file))
    return Evidence(
        cascade=cascade,
        version=version,
        metrics_file=metrics_file,
        metrics=_read(metrics_file),
        gate_file=gate_file,
        passed=_passed(gate_file, verdict),
        failed_checks=_failed(verdict),
        gate_sha256=_digest(verdict),
        report=report or _look(cascade, "report.html"),
    )


def _look(cascade: Path, name: str) -> Path | None:
    places = (cascade, cascade / "evaluation", cascade.resolve().parent / "evaluation")
    return next((place / name for place in places if (place / name).is_file()), None)


def _find(cascade: Path, name: str) -> Path:
    found = _look(cascade, name)
    if found is None:
        raise EvidenceError(f"{cascade}: no {name} in it, nor in an evaluation folder beside it.")
    return found


def _read(path: Path) -> dict[str, Any]:
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not JSON"
        raise EvidenceError(f"{path}: {reason}.") from error
    if not isinstance(content, dict):
        raise EvidenceError(f"{path}: a JSON object is expected.")
    return content


def _check_same(gate_file: Path, key: str, gate: dict[str, Any], expected: str) -> None:
    """A missing value is refused like a wrong one: unsigned evidence proves nothing."""
    found = gate.get(key)
    if found != expected:
        raise EvidenceError(
            f"{gate_file}: made for {key} {found or '(none)'}, but this is {expected}; "
            "run `rok evaluate` and `rok gate` again."
        )


def _passed(gate_file: Path, gate: dict[str, Any]) -> bool:
    verdict = gate.get("verdict")
    if verdict not in ("pass", "fail"):
        raise EvidenceError(f"{gate_file}: the verdict must be pass or fail.")
    return bool(verdict == "pass")


def _failed(gate: dict[str, Any]) -> tuple[str, ...]:
    """The sentences (names, figures, bounds) of the checks that did not pass."""
    checks = gate.get("checks", [])
    return tuple(check["sentence"] for check in checks if check["verdict"] != "pass")


def _digest(gate: dict[str, Any]) -> str:
    judged = {key: gate.get(key) for key in ("verdict", "checks", "metrics_sha256")}
    return hashlib.sha256(json.dumps(judged, sort_keys=True).encode()).hexdigest()
