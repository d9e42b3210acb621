"""Label Studio's JSON export, and tasks for its import.

A task holds its dialogue as a list of paragraphs (`Paragraphs`) or as one text (`Text`). Offsets
in paragraphs count UTF-16 code units, as JavaScript does; in a text old versions count those and
newer ones code points. The text that stands beside a region decides.
"""

import re
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from pipeline.transcripts.dialogue import Dialogue, Turn
from pipeline.transcripts.formats.documents import split_document, turns_of
from pipeline.transcripts.formats.form import Form
from pipeline.transcripts.formats.json_records import first_keys, read_json_records
from pipeline.transcripts.formats.label_studio_regions import chosen_regions, spans_of
from pipeline.transcripts.formats.label_studio_tasks import gold_task, write_array
from pipeline.transcripts.labels import role_of, stated_role
from pipeline.transcripts.options import ReadOptions
from pipeline.transcripts.problem import DamagedRecord, Problem, Reason
from pipeline.transcripts.record import Record

_SIGN = re.compile(r'"data"\s*:\s*\{|"annotations"\s*:\s*\[|"completions"\s*:\s*\[')
_TEXT_KEYS = ("text", "utterance", "message", "sentence", "content")
_NAME_KEYS = ("author", "speaker", "name", "role")


def sniff(head: str, _path: Path) -> bool:
    """JSON tasks: data, and annotations of it."""
    is_json = head.lstrip()[:1] in ("{", "[") and _SIGN.search(head) is not None
    # A native record may carry such fields too.
    return is_json and "turns" not in first_keys(head)


def read(path: Path, options: ReadOptions) -> Iterator[Record]:
    """A record a task."""
    return read_json_records(path, partial(_parse, options=options))


def _parse(task: dict[str, Any], options: ReadOptions) -> tuple[Dialogue, list[Problem]]:
    data = task["data"]
    key = _content_key(data, options)
    if isinstance(data[key], str):
        document: str | None = data[key]
        pieces = split_document(data[key])
        turns = turns_of(data[key], pieces, options)
        slices = [(piece.start, piece.end) for piece in pieces]
        kept = {"data_key": key}
    else:
        document, slices = None, []
        turns, names = _paragraph_turns(data[key], options)
        kept = {"data_key": key} | names
    regions = chosen_regions(task)
    spans, keep, problems = spans_of(regions or [], turns, document, slices, options)
    dialogue = Dialogue(
        dialogue_id=_dialogue_id(task, data),
        turns=tuple(turns),
        spans=None if regions is None else tuple(spans),
        keep_spans=tuple(keep),
        extra=kept | ({"task_id": task["id"]} if isinstance(task.get("id"), int) else {}),
        **options.origin | {field: data[field] for field in options.origin if field in data},
    )
    return dialogue, problems


def _content_key(data: dict[str, Any], options: ReadOptions) -> str:
    wanted = options.columns.get("dialogue")
    if wanted is not None:
        return wanted
    lists = [key for key, value in data.items() if _is_paragraphs(value)]
    texts = [key for key in (*_TEXT_KEYS, *data) if isinstance(data.get(key), str)]
    if not lists and not texts:
        raise DamagedRecord(Reason.SCHEMA, "the task's data has no paragraphs and no text")
    return (lists or texts)[0]


def _is_paragraphs(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(item, dict) for item in value)


def _dialogue_id(task: dict[str, Any], data: dict[str, Any]) -> str:
    found = data.get("dialogue_id", task.get("id", task.get("inner_id")))
    if found is None:
        raise DamagedRecord(Reason.NO_DIALOGUE_ID, "the task has neither an id nor a dialogue_id")
    return str(found)


def _paragraph_turns(
    paragraphs: list[dict[str, Any]], options: ReadOptions
) -> tuple[list[Turn], dict[str, str]]:
    first = paragraphs[0]
    text_key = options.columns.get("text") or next((k for k in _TEXT_KEYS if k in first), "text")
    name_key = options.columns.get("speaker") or next((k for k in _NAME_KEYS if k in first), None)
    turns = [
        _turn(paragraph, number, text_key, name_key, options)
        for number, paragraph in enumerate(paragraphs)
    ]
    return turns, {"text_key": text_key} | ({"name_key": name_key} if name_key else {})


def _turn(
    paragraph: dict[str, Any],
    number: int,
    text_key: str,
    name_key: str | None,
    options: ReadOptions,
) -> Turn:
    speaker = paragraph.get(name_key) if name_key else None
    stated = paragraph.get("speaker_role")
    role = stated_role(stated, options) if stated else role_of(speaker, options)
    # Where nobody was named, the tool was given the role to show.
    is_only_role = bool(stated) and speaker == role.value.capitalize()
    ours = {text_key, name_key, "speaker_role", "turn_id"}
    return Turn(
        turn_id=paragraph.get("turn_id", number),
        speaker_role=role,
        text=paragraph[text_key],
        speaker=None if is_only_role else speaker,
        extra={key: value for key, value in paragraph.items() if key not in ours},
    )


def write(dialogues: Iterable[Dialogue], path: Path, _options: ReadOptions) -> int:
    """Tasks with the gold spans as annotations, ready to import."""
    return write_array(map(gold_task, dialogues), path)


FORM = Form("label-studio", ".json", sniff, read, write)
