"""JSON records, one a line or as the elements of one array, each with its line and raw text."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from pipeline.transcripts.dialogue import Dialogue
from pipeline.transcripts.formats.lines import BOM, read_head, read_lines, read_text, require_utf8
from pipeline.transcripts.problem import DamagedFields, DamagedRecord, Problem, Reason
from pipeline.transcripts.record import Record, damaged

Parse = Callable[[dict[str, Any]], tuple[Dialogue, list[Problem]]]
_SIGN = re.compile(r'"(?P<key>[^"\\]*)"\s*:|"(?:[^"\\]|\\.)*"|[{}\[\]]')
_DECODER = json.JSONDecoder()


def read_json_records(path: Path, parse: Parse) -> Iterator[Record]:
    """Records of a JSON array or of JSON lines, whichever the file is; lines are streamed."""
    if _is_array(path):
        yield from _read_array(path, parse)
        return
    for number, line in read_lines(path):
        if line.strip():
            yield _record(line.rstrip("\r\n"), number, parse)


def _is_array(path: Path) -> bool:
    """Whether the file is one array, and not lines of which the first is damaged."""
    if not read_head(path).lstrip().startswith("["):
        return False
    filled = (line.strip() for _, line in read_lines(path) if line.strip())
    first, second = next(filled), next(filled, "")
    if first.removeprefix(BOM) == "[":
        return True
    try:
        return not isinstance(json.loads(second), dict)
    except (ValueError, RecursionError):
        return True


def first_keys(head: str) -> set[str]:
    """The keys of the first JSON object in `head`, as far as `head` reaches."""
    keys: set[str] = set()
    depth = 0
    for sign in _SIGN.finditer(head, max(0, head.find("{"))):
        if sign["key"] is not None and depth == 1:
            keys.add(sign["key"])
        depth += (sign.group() in ("{", "[")) - (sign.group() in ("}", "]"))
        if not depth:
            break
    return keys


def _record(raw: str, line: int, parse: Parse) -> Record:
    try:
        require_utf8(raw)
        dialogue, problems = _parse(_load(raw), parse)
    except DamagedRecord as error:
        return damaged(error, line, raw)
    return Record(line, raw, dialogue, tuple(problems))


def _load(raw: str) -> Any:
    try:
        return json.loads(raw)
    except (ValueError, RecursionError) as error:
        raise DamagedRecord(Reason.NOT_JSON, _json_sentence(error)) from None


def _json_sentence(error: ValueError | RecursionError) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"not JSON: {error.msg} at character {error.pos}"
    return f"not JSON: {type(error).__name__}"


def _parse(value: Any, parse: Parse) -> tuple[Dialogue, list[Problem]]:
    if not isinstance(value, dict):
        raise DamagedRecord(Reason.SCHEMA, "the record is not a JSON object")
    try:
        return parse(value)
    except ValidationError as error:
        raise DamagedFields(error) from None
    except (ValueError, AttributeError, TypeError, LookupError) as error:
        # Its message could repeat the value; its kind cannot.
        sentence = f"a field is missing or of the wrong kind: {type(error).__name__}"
        raise DamagedRecord(Reason.SCHEMA, sentence) from None


def _read_array(path: Path, parse: Parse) -> Iterator[Record]:
    text = read_text(path).removeprefix(BOM)
    place, line = _skip(text, text.index("[") + 1), 1
    counted = 0
    while not text.startswith("]", place):
        line += text.count("\n", counted, place)
        counted = place
        try:
            _, end = _DECODER.raw_decode(text, place)
        except (ValueError, RecursionError) as error:
            sentence = f"{_json_sentence(error)}; the file cannot be read from here on"
            yield damaged(DamagedRecord(Reason.NOT_JSON, sentence), line, text[place:])
            return
        yield _record(text[place:end], line, parse)
        place = _skip(text, end)
    if text[place + 1 :].strip():
        line += text.count("\n", counted, place)
        sentence = "the file goes on after the end of its array"
        yield damaged(DamagedRecord(Reason.NOT_JSON, sentence), line, text[place + 1 :])


def _skip(text: str, place: int) -> int:
    """The start of the next element, or of the closing bracket."""
    while place < len(text) and (text[place].isspace() or text[place] == ","):
        place += 1
    return place
