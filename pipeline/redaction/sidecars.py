"""The records beside a redacted file: where they are, and their lines. None holds any text."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pipeline.policy import Redacted
from pipeline.reviewer import Decision
from pipeline.whole_file import whole_file

Record = dict[str, Any]
Append = Callable[[Record], None]


def beside(out: Path, kind: str) -> Path:
    """`<out>.<kind>`, where kind is manifest.json, decisions.jsonl, quarantine.jsonl, …"""
    return out.with_name(f"{out.name}.{kind}")


@contextmanager
def lines_beside(out: Path, kind: str) -> Iterator[Append]:
    """Append JSON records to `<out>.<kind>`, which appears whole at the end.

    Without a record there is no file, nor one left from an earlier run.
    """
    path = beside(out, kind)
    count = 0
    with whole_file(path) as file:

        def append(record: Record) -> None:
            nonlocal count
            count += 1
            file.write(json.dumps(record) + "\n")

        yield append
    if not count:
        path.unlink()


def decisions_record(dialogue_id: str, decisions: list[Decision], redacted: Redacted) -> Record:
    """Decisions in coordinates of the input, redactions in coordinates of the output."""
    return {
        "dialogue_id": dialogue_id,
        "decisions": [_decision(decision) for decision in decisions],
        "redactions": [
            {
                "turn_id": one.turn_id,
                "start": one.start,
                "end": one.end,
                "type": one.type.value,
                "original_length": one.original_length,
            }
            for one in redacted.redactions
        ],
    }


def _decision(decision: Decision) -> Record:
    candidate = decision.candidate
    return {
        "turn_id": candidate.turn_id,
        "start": candidate.start,
        "end": candidate.end,
        "type": candidate.type.value,
        "sources": list(candidate.sources),
        "action": decision.action.value,
        "p_redact": round(float(decision.p_redact), 6),
        "decided_by": decision.decided_by,
    }
