"""Whether the stages of a dvc.lock fit together: each ran on what the others made last."""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml


def is_settled(lock: Path) -> bool:
    """Whether no stage has run on something that another has made anew since.

    A dependency is held against the output of the same path, or, where it is a file within one,
    against the file itself. No or an unreadable dvc.lock is not settled.
    """
    try:
        stages = list(yaml.safe_load(lock.read_text(encoding="utf-8"))["stages"].values())
        made = dict(_hashes(stages, "outs"))
        return all(
            digest == (made[path] if path in made else _now(lock.parent / path, digest))
            for path, digest in _hashes(stages, "deps")
            if _is_made(path, made)
        )
    except (OSError, yaml.YAMLError, KeyError, TypeError, AttributeError):
        return False


def _hashes(stages: list[dict[str, Any]], kind: str) -> Iterator[tuple[str, str]]:
    return ((one["path"], one["md5"]) for stage in stages for one in stage.get(kind, ()))


def _is_made(path: str, made: dict[str, str]) -> bool:
    return any(path == out or path.startswith(f"{out}/") for out in made)


def _now(path: Path, recorded: str) -> str:
    """DVC's hash of a file as it is; a folder, which is hashed in another way, is taken as read."""
    if path.is_dir():
        return recorded
    with path.open("rb") as file:
        return hashlib.file_digest(file, lambda: hashlib.md5(usedforsecurity=False)).hexdigest()
