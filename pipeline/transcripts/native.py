"""The native form: one dialogue a line, JSON."""

import hashlib
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from pipeline.transcripts.dialogue import Dialogue, KeepSpan, Span, Turn
from pipeline.transcripts.problem import DamagedFields, TranscriptError
from pipeline.whole_file import whole_file

__all__ = ["TranscriptError", "digest", "dump", "parse", "read_dialogues", "write_dialogues"]


def parse(record: dict[str, Any]) -> Dialogue:
    """A dialogue from its native JSON object; unknown fields are kept in `extra`.

    Raises pydantic.ValidationError.
    """
    spans = record.get("spans")
    fields = _gather_extra(record, Dialogue) | {
        "turns": [_gather_extra(turn, Turn) for turn in record.get("turns", ())],
        "spans": None if spans is None else [_only_place(span, Span) for span in spans],
        "keep_spans": [_only_place(span, KeepSpan) for span in record.get("keep_spans", ())],
    }
    return Dialogue.model_validate(fields)


def _gather_extra(record: dict[str, Any], model: type[Dialogue] | type[Turn]) -> dict[str, Any]:
    known = model.model_fields.keys() - {"extra"}
    extra = {key: value for key, value in record.items() if key not in known}
    return {key: value for key, value in record.items() if key in known} | {"extra": extra}


def _only_place(span: dict[str, Any], model: type[Span] | type[KeepSpan]) -> dict[str, Any]:
    """Where a span is and what it is; a copy of its text is redundant and must not spread."""
    return {key: value for key, value in span.items() if key in model.model_fields}


def read_dialogues(path: Path) -> Iterator[Dialogue]:
    """Dialogues of a clean native file, streamed; TranscriptError at the first bad line."""
    with path.open("rb") as lines:
        for number, line in enumerate(lines, start=1):
            if line.strip():
                yield _parse_line(line, path, number)


def _parse_line(line: bytes, path: Path, number: int) -> Dialogue:
    try:
        return parse(json.loads(line.decode("utf-8-sig")))
    except ValidationError as error:
        first = DamagedFields(error).problems[0]
        raise TranscriptError(f"{path}:{number}: {first.sentence}") from None
    except (ValueError, AttributeError, TypeError, RecursionError) as error:
        raise TranscriptError(f"{path}:{number}: not a dialogue: {type(error).__name__}") from None


def dump(dialogue: Dialogue) -> str:
    """One line of native JSON, without the fields that are empty."""
    record = _scatter_extra(dialogue.model_dump(mode="json", exclude_defaults=True))
    record["turns"] = [_scatter_extra(turn) for turn in record["turns"]]
    return json.dumps(record, ensure_ascii=False)


def digest(dialogues: Iterable[Dialogue]) -> str:
    """SHA-256 (hex) of all that dialogues say and are annotated with, in order."""
    found = hashlib.sha256()
    for dialogue in dialogues:
        found.update(dump(dialogue).encode() + b"\n")
    return found.hexdigest()


def _scatter_extra(record: dict[str, Any]) -> dict[str, Any]:
    extra: dict[str, Any] = record.pop("extra", {})
    return record | {key: value for key, value in extra.items() if key not in record}


def write_dialogues(dialogues: Iterable[Dialogue], path: Path) -> int:
    """Write native JSONL so that the file appears whole or not at all; returns how many."""
    count = 0
    with whole_file(path) as file:
        for dialogue in dialogues:
            file.write(dump(dialogue) + "\n")
            count += 1
    return count
