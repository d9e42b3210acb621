"""The native form: one dialogue a line, spans in code points."""

import re
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from pipeline.transcripts.dialogue import Dialogue
from pipeline.transcripts.formats.form import Form
from pipeline.transcripts.formats.json_records import read_json_records
from pipeline.transcripts.native import parse, write_dialogues
from pipeline.transcripts.options import ReadOptions
from pipeline.transcripts.problem import Problem, Reason
from pipeline.transcripts.record import Record

# On any line: a damaged first record must not hide what the others are.
_OPENING = re.compile(r"^[ \t]*[{\[]", re.MULTILINE)
_SIGN = re.compile(r'"turns"\s*:\s*\[')


def sniff(head: str, _path: Path) -> bool:
    """JSON whose records have a list of turns."""
    return _OPENING.search(head) is not None and _SIGN.search(head) is not None


def read(path: Path, options: ReadOptions) -> Iterator[Record]:
    """Records, streamed; a span that carries its text is held to it."""
    return read_json_records(path, partial(_parse, options=options))


def _parse(value: dict[str, Any], options: ReadOptions) -> tuple[Dialogue, list[Problem]]:
    dialogue = parse(options.origin | value)
    return dialogue, list(_differing_texts(value, dialogue))


def _differing_texts(value: dict[str, Any], dialogue: Dialogue) -> Iterator[Problem]:
    texts = {turn.turn_id: turn.text for turn in dialogue.turns}
    for field in ("spans", "keep_spans"):
        for span in value.get(field) or ():
            covered = texts.get(span["turn_id"], "")[span["start"] : span["end"]]
            if span.get("text", covered) != covered:
                place = f"{field[:-1]} {span['start']}-{span['end']} of turn {span['turn_id']}"
                yield Problem(
                    Reason.SPAN_TEXT_DIFFERS,
                    f"{place}: its text is not what stands there; offsets count code points",
                )


def write(dialogues: Iterable[Dialogue], path: Path, _options: ReadOptions) -> int:
    """One line a dialogue; returns how many."""
    return write_dialogues(dialogues, path)


FORM = Form("jsonl", ".jsonl", sniff, read, write)
