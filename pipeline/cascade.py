"""The cascade: propose, review, decide. Evaluation, redaction and drift all go through it.

Redact or Keep? (arXiv 2606.18372): stage 1 over-generates candidates, a union of encoders plus
direct rules; stage 2 reviews each encoder candidate in context and says REDACT or KEEP.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from pipeline.errors import UserError
from pipeline.proposer.proposer import Proposer
from pipeline.reviewer.decision import Decision
from pipeline.reviewer.reviewer import Reviewer
from pipeline.transcripts import Dialogue
from pipeline.whole_folder import whole_folder

MANIFEST = "manifest.json"
_CHARACTERS_AT_ONCE = 200_000
_DIALOGUES_AT_ONCE = 256


class CascadeError(UserError):
    """A cascade that cannot be trusted: a file is missing, changed or unknown."""


class Cascade:
    """Proposer, rules, reviewer and thresholds, as one versioned model."""

    def __init__(self, name: str, proposer: Proposer, reviewer: Reviewer, version: str) -> None:
        self.name = name
        self.version = version
        self._proposer = proposer
        self._reviewer = reviewer

    @classmethod
    def load(cls, folder: Path) -> "Cascade":
        """A saved cascade, every file's hash checked. Raises CascadeError."""
        manifest = verified_manifest(folder)
        return cls(
            manifest["name"],
            Proposer.load(folder / "proposer"),
            Reviewer.load(folder / "reviewer"),
            manifest["version"],
        )

    def decide(self, dialogues: Iterable[Dialogue]) -> Iterator[tuple[Dialogue, list[Decision]]]:
        """Each dialogue with a decision for every candidate, in the order they came.

        Streams: some 200,000 characters are held at once. Decisions are in the order of the
        text, and those of one turn are disjoint. Any error of a model is raised, never swallowed.
        """
        for portion in _portions(dialogues):
            proposals = self._proposer.propose(portion)
            decided = self._reviewer.decide(portion, proposals)
            yield from zip(portion, decided, strict=True)


def _portions(dialogues: Iterable[Dialogue]) -> Iterator[list[Dialogue]]:
    """Enough dialogues at once to fill batches of one length, few enough to hold."""
    source = iter(dialogues)
    while portion := list(islice(source, 1)):
        size = _characters(portion[0])
        while size < _CHARACTERS_AT_ONCE and len(portion) < _DIALOGUES_AT_ONCE:
            if (following := next(source, None)) is None:
                break
            portion.append(following)
            size += _characters(following)
        yield portion


def _characters(dialogue: Dialogue) -> int:
    return sum(len(turn.text) for turn in dialogue.turns)


def assemble(
    name: str, proposer: Proposer, reviewer: Reviewer, folder: Path, facts: dict[str, Any]
) -> str:
    """Write a cascade as one folder, whole or not at all, and return its version.

    It replaces an older cascade; UserError where anything else stands in its place.
    The version is a hash over the hashes of all files; `facts` (card, seed, data) go along in
    the manifest.
    """
    with whole_folder(folder, MANIFEST) as beside:
        proposer.save(beside / "proposer")
        reviewer.save(beside / "reviewer")
        files = _hashes(beside)
        version = _version(files)
        manifest = {"name": name, "version": version, **facts, "files": files}
        (beside / MANIFEST).write_text(json.dumps(manifest, indent=2))
    return version


def _version(files: dict[str, str]) -> str:
    return hashlib.sha256(json.dumps(files, sort_keys=True).encode()).hexdigest()[:16]


def read_manifest(folder: Path) -> dict[str, Any]:
    """The manifest of a cascade folder. Raises CascadeError."""
    try:
        manifest: dict[str, Any] = json.loads((folder / MANIFEST).read_text())
        manifest["name"], manifest["version"], manifest["files"].items()
    except (OSError, ValueError, KeyError, AttributeError, TypeError):
        raise CascadeError(f"{folder} is not a cascade: no readable {MANIFEST}") from None
    return manifest


def verified_manifest(folder: Path) -> dict[str, Any]:
    """The manifest, once every file has the hash it names. Raises CascadeError."""
    manifest = read_manifest(folder)
    _check_files(folder, manifest["files"])
    if manifest["version"] != _version(manifest["files"]):
        raise CascadeError(f"{folder}: its version is not that of its files")
    return manifest


def _check_files(folder: Path, expected: dict[str, str]) -> None:
    found = _hashes(folder)
    changed = [name for name in sorted(expected | found) if expected.get(name) != found.get(name)]
    if changed:
        raise CascadeError(f"{folder}: missing, changed or unknown files: {', '.join(changed)}")


def _hashes(folder: Path) -> dict[str, str]:
    paths: Sequence[Path] = sorted(p for p in folder.rglob("*") if p.is_file())
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in paths
        if path != folder / MANIFEST
    }
