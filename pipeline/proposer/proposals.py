"""Candidates on disk: one line a dialogue, places and scores, no text."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from pipeline.errors import UserError
from pipeline.proposer.candidate import Candidate
from pipeline.transcripts import Dialogue, SpanType
from pipeline.whole_file import whole_file


def write_proposals(
    dialogues: Iterable[Dialogue], proposals: Iterable[Sequence[Candidate]], path: Path
) -> None:
    """Write the candidates of each dialogue."""
    with whole_file(path) as file:
        for dialogue, found in zip(dialogues, proposals, strict=True):
            line = {"dialogue_id": dialogue.dialogue_id, "candidates": [asdict(c) for c in found]}
            file.write(json.dumps(line) + "\n")


def read_proposals(dialogues: Sequence[Dialogue], path: Path) -> list[list[Candidate]]:
    """The candidates of each of `dialogues`; UserError where one has no line in the file."""
    with path.open(encoding="utf-8") as lines:
        records = (json.loads(line) for line in lines)
        found = {r["dialogue_id"]: [_candidate(c) for c in r["candidates"]] for r in records}
    missing = [d.dialogue_id for d in dialogues if d.dialogue_id not in found]
    if missing:
        raise UserError(f"{path}: no proposals for {len(missing)} dialogues, first {missing[0]}")
    return [found[d.dialogue_id] for d in dialogues]


def _candidate(record: dict[str, Any]) -> Candidate:
    kind, sources = SpanType(record["type"]), tuple(record["sources"])
    return Candidate(**record | {"type": kind, "sources": sources})
