"""The form of Kaggle's PII data detection competition: tokens, trailing_whitespace, BIO labels.

A document there is one text. A dialogue is written as its turns with a line break between them,
and a `turns` field beside the usual ones, which a reader of the usual ones ignores.
"""

import json
import re
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import accumulate
from pathlib import Path
from typing import Any

from pipeline.transcripts.dialogue import Dialogue, Span, SpanType, SpeakerRole, Turn
from pipeline.transcripts.formats.form import Form
from pipeline.transcripts.formats.json_records import read_json_records
from pipeline.transcripts.formats.tokens import Mark, labels_of, marks_of, tokenise
from pipeline.transcripts.labels import type_of
from pipeline.transcripts.options import ReadOptions
from pipeline.transcripts.places import cut_by_turns
from pipeline.transcripts.problem import DamagedRecord, Problem, Reason
from pipeline.transcripts.record import Record
from pipeline.whole_file import whole_file

_SIGN = re.compile(r'"trailing_whitespace"\s*:')
_THEIR_LABELS = {
    SpanType.NAME: "NAME_STUDENT",
    SpanType.IDENTIFYING_NUMBER: "ID_NUM",
    SpanType.PHONE_NUMBER: "PHONE_NUM",
    SpanType.URL: "URL_PERSONAL",
    SpanType.ADDRESS: "STREET_ADDRESS",
}


def sniff(head: str, _path: Path) -> bool:
    """JSON with the competition's field of trailing white space."""
    return head.lstrip()[:1] in ("{", "[") and _SIGN.search(head) is not None


def read(path: Path, options: ReadOptions) -> Iterator[Record]:
    """A record a document; an essay becomes a dialogue of one student turn."""
    return read_json_records(path, partial(_parse, options=options))


def _parse(value: dict[str, Any], options: ReadOptions) -> tuple[Dialogue, list[Problem]]:
    tokens = [str(token) for token in value["tokens"]]
    spaces = [" " if has_space else "" for has_space in value["trailing_whitespace"]]
    text = "".join(token + space for token, space in zip(tokens, spaces, strict=True))
    if value.get("full_text", text) != text:
        sentence = "the tokens and their white space do not make up full_text"
        raise DamagedRecord(Reason.TOKENS_DIFFER, sentence)
    turns = _turns(text, value.get("turns"))
    slices = _slices(turns)
    dialogue = Dialogue(
        dialogue_id=str(value["document"]),
        turns=tuple(turns),
        spans=_spans(text, tokens, spaces, value.get("labels"), turns, slices, options),
        **options.origin | {key: value[key] for key in options.origin if key in value},
    )
    return dialogue, []


def _turns(text: str, layout: list[dict[str, Any]] | None) -> list[Turn]:
    if layout is None:
        return [Turn(turn_id=0, speaker_role=SpeakerRole.STUDENT, text=text)]
    ends = list(accumulate((entry["length"] + 1 for entry in layout), initial=0))
    if ends[-1] - 1 != len(text):
        raise DamagedRecord(Reason.TOKENS_DIFFER, "the turns do not make up the document")
    return [
        Turn.model_validate(
            {key: entry[key] for key in ("turn_id", "speaker_role", "speaker") if key in entry}
            | {"text": text[start : start + entry["length"]]}
        )
        for entry, start in zip(layout, ends[:-1], strict=True)
    ]


def _slices(turns: Iterable[Turn]) -> list[tuple[int, int]]:
    """Where the turns stand in the document, a line break between them."""
    slices, start = [], 0
    for turn in turns:
        slices.append((start, start + len(turn.text)))
        start += len(turn.text) + 1
    return slices


def _spans(
    text: str,
    tokens: list[str],
    spaces: list[str],
    labels: list[str] | None,
    turns: list[Turn],
    slices: list[tuple[int, int]],
    options: ReadOptions,
) -> tuple[Span, ...] | None:
    if labels is None:
        return None
    lengths = (len(token) + len(space) for token, space in zip(tokens, spaces, strict=True))
    starts = list(accumulate(lengths, initial=0))[:-1]
    offsets = [(start, start + len(token)) for start, token in zip(starts, tokens, strict=True)]
    return tuple(
        Span(turn_id=turns[number].turn_id, start=start, end=end, type=type_of(mark.label, options))
        for mark in marks_of(offsets, labels)
        for number, start, end in cut_by_turns(text, mark.start, mark.end, slices)
    )


def write(dialogues: Iterable[Dialogue], path: Path, _options: ReadOptions) -> int:
    """One JSON array; types the competition has no label for keep their own names."""
    count = 0
    with whole_file(path) as file:
        file.write("[")
        for dialogue in dialogues:
            file.write((",\n" if count else "\n") + json.dumps(_document(dialogue)))
            count += 1
        file.write("\n]\n")
    return count


def _document(dialogue: Dialogue) -> dict[str, Any]:
    text = "\n".join(turn.text for turn in dialogue.turns)
    marks = list(_marks(dialogue))
    edges = {edge for mark in marks for edge in (mark.start, mark.end)}
    edges |= {edge for piece in _slices(dialogue.turns) for edge in piece}
    offsets = list(_without_trailing_spaces(text, tokenise(text, edges)))
    record: dict[str, Any] = {
        "document": _document_id(dialogue.dialogue_id),
        "full_text": text,
        "tokens": [text[start:end] for start, end, _ in offsets],
        "trailing_whitespace": [has_space for _, _, has_space in offsets],
    }
    if dialogue.spans is not None:
        record["labels"] = labels_of([(start, end) for start, end, _ in offsets], marks)
    return record | _beside(dialogue)


def _document_id(dialogue_id: str) -> int | str:
    """A number where it came as one."""
    is_number = dialogue_id.isascii() and dialogue_id.isdigit() and len(dialogue_id) < 16
    return int(dialogue_id) if is_number and str(int(dialogue_id)) == dialogue_id else dialogue_id


def _marks(dialogue: Dialogue) -> Iterator[Mark]:
    starts = {
        turn.turn_id: start
        for turn, (start, _) in zip(dialogue.turns, _slices(dialogue.turns), strict=True)
    }
    for span in dialogue.spans or ():
        start = starts[span.turn_id]
        label = _THEIR_LABELS.get(span.type, span.type.value)
        yield Mark(start + span.start, start + span.end, label)


def _without_trailing_spaces(
    text: str, offsets: Iterable[tuple[int, int]]
) -> Iterator[tuple[int, int, bool]]:
    """Tokens with a flag in place of the one space that follows them."""
    held: tuple[int, int] | None = None
    for start, end in offsets:
        takes_space = held is not None and text[start] == " "
        if held is not None:
            yield *held, takes_space
        start += takes_space
        held = (start, end) if start < end else None
    if held is not None:
        yield *held, False


def _beside(dialogue: Dialogue) -> dict[str, Any]:
    layout = [
        {"turn_id": turn.turn_id, "speaker_role": turn.speaker_role, "length": len(turn.text)}
        | ({} if turn.speaker is None else {"speaker": turn.speaker})
        for turn in dialogue.turns
    ]
    origin = {"platform": dialogue.platform, "source": dialogue.source, "licence": dialogue.licence}
    return {"turns": layout} | origin


FORM = Form("kaggle", ".json", sniff, read, write)
