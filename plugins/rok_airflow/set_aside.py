"""Landed files that came to nothing: remembered, so that no scan tries them again in vain.

The ledger is this machine's own and holds hashes alone. Losing it costs one more try of each.
A file is remembered with its sidecar: when either changes it is new.
"""

import hashlib
import json
from pathlib import Path

_LEDGER = Path(".dvc/tmp/rok/set-aside.jsonl")


def fingerprint(sidecar: Path) -> str:
    """What a sidecar says, as a hash; empty where there is none."""
    return hashlib.sha256(sidecar.read_bytes()).hexdigest() if sidecar.is_file() else ""


def set_aside(repository: Path, sha256: str, sidecar: str, reason: str) -> None:
    """Remember a landed file, by its SHA-256, with the sidecar it was tried with."""
    ledger = repository / _LEDGER
    ledger.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    entry = {"file": sha256, "sidecar": sidecar, "reason": reason}
    # A line that a killed run left unfinished must not swallow this one.
    with ledger.open("a", encoding="utf-8") as lines:
        lines.write(f"\n{json.dumps(entry)}\n")


def remembered(repository: Path) -> set[tuple[str, str]]:
    """SHA-256 and fingerprint of the sidecar of every file that came to nothing."""
    ledger = repository / _LEDGER
    if not ledger.is_file():
        return set()
    lines = ledger.read_text(encoding="utf-8").splitlines()
    return {(one["file"], one["sidecar"]) for one in map(_entry, lines) if one}


def _entry(line: str) -> dict[str, str]:
    try:
        return dict(json.loads(line))
    except ValueError:
        return {}
