"""Tasks for Label Studio: a dialogue as paragraphs, with annotations or with predictions."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pipeline.transcripts.dialogue import Dialogue, KeepSpan, Span, Turn
from pipeline.transcripts.formats.documents import join_document
from pipeline.transcripts.units import Unit, from_code_points
from pipeline.whole_file import whole_file

KEEP = "KEEP"
_CONTROL, _OBJECT = "label", "dialogue"

Task = dict[str, Any]


@dataclass(frozen=True, slots=True)
class ScoredSpan:
    """A suggestion for the annotator: `[start, end)` in code points, a label, 0..1 how sure."""

    turn_id: int
    start: int
    end: int
    label: str
    score: float


def write_predictions(
    suggested: Iterable[tuple[Dialogue, Sequence[ScoredSpan]]], path: Path, model_version: str
) -> int:
    """Tasks that show suggestions to an annotator, scores included; returns how many."""
    tasks = (prediction_task(dialogue, spans, model_version) for dialogue, spans in suggested)
    return write_array(tasks, path)


def write_array(tasks: Iterable[Task], path: Path) -> int:
    """One JSON array, a task a line."""
    count = 0
    with whole_file(path) as file:
        file.write("[")
        for task in tasks:
            file.write((",\n" if count else "\n") + json.dumps(task, ensure_ascii=False))
            count += 1
        file.write("\n]\n")
    return count


def prediction_task(dialogue: Dialogue, spans: Sequence[ScoredSpan], model_version: str) -> Task:
    """A task with one prediction; its score is the least sure of its spans, to sort a queue by."""
    results = [
        _region(dialogue, span, span.label) | {"score": round(span.score, 4)} for span in spans
    ]
    prediction = {
        "model_version": model_version,
        "score": round(min((span.score for span in spans), default=1.0), 4),
        "result": results,
    }
    return _task(dialogue) | {"predictions": [prediction]}


def gold_task(dialogue: Dialogue) -> Task:
    """A task with the gold spans as its annotation, none where nobody annotated."""
    if dialogue.spans is None:
        return _task(dialogue)
    results = [_region(dialogue, span, span.type.value) for span in dialogue.spans]
    results += [
        _region(dialogue, span, KEEP) | ({"meta": {"text": [span.why]}} if span.why else {})
        for span in dialogue.keep_spans
    ]
    return _task(dialogue) | {"annotations": [{"result": results, "ground_truth": True}]}


def _task(dialogue: Dialogue) -> Task:
    kept = dialogue.extra
    data: dict[str, Any] = {"dialogue_id": dialogue.dialogue_id, "platform": dialogue.platform}
    data |= {key: getattr(dialogue, key) for key in ("source", "licence") if getattr(dialogue, key)}
    data[str(kept.get("data_key", _OBJECT))] = _content(dialogue)
    return ({"id": kept["task_id"]} if "task_id" in kept else {}) | {"data": data}


def _is_single_text(dialogue: Dialogue) -> bool:
    return "data_key" in dialogue.extra and "text_key" not in dialogue.extra


def _content(dialogue: Dialogue) -> str | list[dict[str, Any]]:
    if _is_single_text(dialogue):
        return join_document(dialogue)[0]
    return list(_paragraphs(dialogue))


def _paragraphs(dialogue: Dialogue) -> Iterator[dict[str, Any]]:
    text_key = str(dialogue.extra.get("text_key", "text"))
    name_key = str(dialogue.extra.get("name_key", "author"))
    for turn in dialogue.turns:
        yield turn.extra | {
            name_key: _shown_name(turn),
            text_key: turn.text,
            "turn_id": turn.turn_id,
            "speaker_role": turn.speaker_role.value,
        }


def _shown_name(turn: Turn) -> str:
    return turn.speaker if turn.speaker is not None else turn.speaker_role.value.capitalize()


def _region(dialogue: Dialogue, span: Span | KeepSpan | ScoredSpan, label: str) -> dict[str, Any]:
    numbers = [turn.turn_id for turn in dialogue.turns]
    number = numbers.index(span.turn_id)
    text = dialogue.turns[number].text
    identity = {"id": f"{span.turn_id}-{span.start}-{span.end}", "from_name": _CONTROL}
    if _is_single_text(dialogue):
        _, starts = join_document(dialogue)
        kind, object_name = "labels", str(dialogue.extra["data_key"])
        places = [starts[number] + span.start, starts[number] + span.end]
        value: dict[str, Any] = dict(zip(("start", "end"), places, strict=True))
    else:
        kind, object_name = "paragraphlabels", _OBJECT
        units = [from_code_points(text, place, Unit.UTF16) for place in (span.start, span.end)]
        value = {"start": str(number), "end": str(number)}
        value |= dict(zip(("startOffset", "endOffset"), units, strict=True))
    value |= {"text": text[span.start : span.end], kind: [label]}
    return identity | {"to_name": object_name, "type": kind, "value": value}
