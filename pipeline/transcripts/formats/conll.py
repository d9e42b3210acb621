"""CoNLL columns: a token a line, its BIO label last, blank lines between turns.

`-DOCSTART-` begins a dialogue. Comments (`# key = value`, the value in JSON) carry what columns
cannot: ids, roles, and the text of a turn with its white space. Without a text comment the text
is the tokens with a space between them.
"""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from pipeline.transcripts.dialogue import Dialogue, Span, Turn
from pipeline.transcripts.formats.form import Form
from pipeline.transcripts.formats.lines import read_lines, require_utf8
from pipeline.transcripts.formats.tokens import Mark, labels_of, marks_of, tokenise
from pipeline.transcripts.labels import type_of
from pipeline.transcripts.options import ReadOptions
from pipeline.transcripts.problem import DamagedFields, DamagedRecord, Reason
from pipeline.transcripts.record import Record, damaged
from pipeline.whole_file import whole_file

DOCSTART = "-DOCSTART-"
_COMMENT = re.compile(r"# ?(\w+) = (.*)")
_LABEL = re.compile(r"O|[BIESLU]-\S+")
_ANNOTATED = "annotated"
_TURN_FIELDS = ("turn_id", "speaker_role", "speaker")
_DIALOGUE_FIELDS = ("dialogue_id", "platform", "source", "licence")


@dataclass(slots=True)
class _Block:
    """The lines of one turn."""

    comments: dict[str, Any] = field(default_factory=dict)
    rows: list[tuple[int, str, str]] = field(default_factory=list)


def sniff(head: str, _path: Path) -> bool:
    """Nearly every line ends in a column with O or a B-/I- label."""
    rows = [line.split() for line in head.splitlines()[:200] if line.strip()]
    rows = [row for row in rows if not row[0].startswith("#")][:50]
    labelled = [row for row in rows if len(row) > 1 and _LABEL.fullmatch(row[-1])]
    return bool(labelled) and len(labelled) >= 0.8 * len(rows)


def read(path: Path, options: ReadOptions) -> Iterator[Record]:
    """A record a dialogue, streamed."""
    for number, (line, lines) in enumerate(_documents(path)):
        raw = "".join(text for _, text in lines)
        try:
            dialogue = _dialogue(lines, f"{path.stem}-{number}", options)
        except DamagedRecord as error:
            yield damaged(error, line, raw)
        except ValidationError as error:
            yield damaged(DamagedFields(error), line, raw)
        else:
            yield Record(line, raw, dialogue)


def _documents(path: Path) -> Iterator[tuple[int, list[tuple[int, str]]]]:
    lines: list[tuple[int, str]] = []
    for number, line in read_lines(path):
        if line.startswith(DOCSTART):
            if any(text.strip() for _, text in lines):
                yield lines[0][0], lines
            lines = []
        else:
            lines.append((number, line))
    if any(text.strip() for _, text in lines):
        yield lines[0][0], lines


def _dialogue(lines: list[tuple[int, str]], name: str, options: ReadOptions) -> Dialogue:
    fields: dict[str, Any] = {"dialogue_id": name, **options.origin}
    turns: list[Turn] = []
    spans: list[Span] = []
    is_annotated = True
    for block in _blocks(lines):
        fields |= {key: block.comments[key] for key in _DIALOGUE_FIELDS if key in block.comments}
        is_annotated &= block.comments.get(_ANNOTATED) is not False
        if block.rows or "text" in block.comments:
            turn, marks = _turn(block, len(turns))
            turns.append(turn)
            spans.extend(_spans(turn, marks, options))
    return Dialogue(turns=tuple(turns), spans=tuple(spans) if is_annotated else None, **fields)


def _blocks(lines: list[tuple[int, str]]) -> Iterator[_Block]:
    block = _Block()
    for number, line in lines:
        require_utf8(line, number)
        comment = _COMMENT.fullmatch(line.rstrip("\r\n"))
        if comment is not None:
            block.comments[comment[1]] = _value(comment[2])
        elif line.strip():
            block.rows.append(_row(number, line))
        else:
            yield block
            block = _Block()
    yield block


def _value(written: str) -> Any:
    try:
        return json.loads(written)
    except ValueError:
        return written


def _row(number: int, line: str) -> tuple[int, str, str]:
    columns = line.split()
    if len(columns) < 2 or not _LABEL.fullmatch(columns[-1]):
        sentence = "a line is not a token followed by a label O, B-… or I-…"
        raise DamagedRecord(Reason.MALFORMED, sentence, number)
    return number, columns[0], columns[-1]


def _turn(block: _Block, number: int) -> tuple[Turn, list[Mark]]:
    tokens = [token for _, token, _ in block.rows]
    text = str(block.comments.get("text", " ".join(tokens)))
    offsets = list(_offsets(text, block.rows))
    fields = {"turn_id": number, "speaker_role": "other"}
    fields |= {key: block.comments[key] for key in _TURN_FIELDS if key in block.comments}
    return Turn.model_validate(fields | {"text": text}), marks_of(
        offsets, [label for _, _, label in block.rows]
    )


def _offsets(text: str, rows: list[tuple[int, str, str]]) -> Iterator[tuple[int, int]]:
    """Where each token stands in the text, with nothing but white space between them."""
    place = 0
    for number, token, _ in rows:
        start = text.find(token, place)
        if start < 0 or text[place:start].strip():
            sentence = "a token does not follow the one before it in the text comment"
            raise DamagedRecord(Reason.TOKENS_DIFFER, sentence, number)
        place = start + len(token)
        yield start, place


def _spans(turn: Turn, marks: list[Mark], options: ReadOptions) -> Iterator[Span]:
    for mark in marks:
        kind = type_of(mark.label, options)
        yield Span(turn_id=turn.turn_id, start=mark.start, end=mark.end, type=kind)


def write(dialogues: Iterable[Dialogue], path: Path, _options: ReadOptions) -> int:
    """Two columns and comments, one file for all dialogues."""
    count = 0
    with whole_file(path) as file:
        for dialogue in dialogues:
            file.writelines(_lines(dialogue))
            count += 1
    return count


def _lines(dialogue: Dialogue) -> Iterator[str]:
    yield f"{DOCSTART}\tO\n\n"
    for key in _DIALOGUE_FIELDS:
        if getattr(dialogue, key):
            yield _comment(key, getattr(dialogue, key))
    if dialogue.spans is None:
        yield _comment(_ANNOTATED, value=False)
    for turn in dialogue.turns:
        for key in _TURN_FIELDS:
            if getattr(turn, key) is not None:
                yield _comment(key, getattr(turn, key))
        yield _comment("text", turn.text)
        spans = [span for span in dialogue.spans or () if span.turn_id == turn.turn_id]
        yield from _rows(turn.text, [Mark(s.start, s.end, s.type.value) for s in spans])
        yield "\n"


def _comment(key: str, value: str | int) -> str:
    return f"# {key} = {json.dumps(value)}\n"


def _rows(text: str, marks: list[Mark]) -> Iterator[str]:
    offsets = list(tokenise(text, [edge for mark in marks for edge in (mark.start, mark.end)]))
    for (start, end), label in zip(offsets, labels_of(offsets, marks), strict=True):
        if text[start:end].strip():
            yield f"{text[start:end]}\t{label}\n"


FORM = Form("conll", ".conll", sniff, read, write)
