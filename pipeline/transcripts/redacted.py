"""Redacted dialogues, written in the form they came in, with nothing beside the text that can name.

The text must be redacted before it comes here; this module takes care of what surrounds it:
speaker labels, gold spans, and fields of the file that are none of ours.
"""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from pipeline.transcripts.dialogue import Dialogue
from pipeline.transcripts.formats import Layout, by_name
from pipeline.transcripts.labels import is_generic
from pipeline.transcripts.options import DEFAULT_OPTIONS, ReadOptions
from pipeline.transcripts.timings import is_timing, is_timing_name

_LABEL = "SPEAKER"
_PLACES = frozenset({"before", "after", "gap", "cue", "settings", "style"})
_SETTINGS_VALUE = re.compile(r"[a-z0-9:.,% -]{0,120}")
_KEYS = frozenset({"data_key", "text_key", "name_key"})
_KEY_VALUE = re.compile(r"[a-z][a-z_]{0,31}")


def write_redacted(
    dialogues: Iterable[Dialogue],
    path: Path,
    form: str,
    options: ReadOptions = DEFAULT_OPTIONS,
    layout: Layout | None = None,
) -> int:
    """Write dialogues whose text is redacted in the named form; returns how many.

    With the `layout` of the file they came from they are laid out as they were there.
    """
    bare = map(without_surroundings, dialogues)
    return layout.write(bare, path) if layout else by_name(form).write(bare, path, options)


def without_surroundings(dialogue: Dialogue) -> Dialogue:
    """The dialogue with numbered speakers, no spans, and of its other fields timings and ids."""
    labels = _speaker_labels(dialogue)
    turns = tuple(
        turn.model_copy(
            update={"speaker": labels.get(turn.speaker or ""), "extra": _safe_fields(turn.extra)}
        )
        for turn in dialogue.turns
    )
    kept = _safe_fields(dialogue.extra)
    return dialogue.model_copy(
        update={"turns": turns, "spans": None, "keep_spans": (), "extra": kept}
    )


def _speaker_labels(dialogue: Dialogue) -> dict[str, str]:
    """Each speaker label with what stands for it: itself where it is generic, else a number."""
    given = dict.fromkeys(turn.speaker for turn in dialogue.turns if turn.speaker)
    taken = {label for label in given if is_generic(label)}
    numbered: dict[str, str] = {}
    for label in given:
        identity = " ".join(label.casefold().split())
        if label not in taken and identity not in numbered:
            numbered[identity] = _free_label(taken | set(numbered.values()))
    return {
        label: label if label in taken else numbered[" ".join(label.casefold().split())]
        for label in given
    }


def _free_label(taken: set[str]) -> str:
    number = 1
    while f"{_LABEL}_{number}" in taken:
        number += 1
    return f"{_LABEL}_{number}"


def _safe_fields(extra: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that hold timings or the place of a turn in its file, as far as they look it."""
    kept = {key: value for key, value in extra.items() if _is_safe(key, value)}
    if isinstance(columns := extra.get("columns"), dict):
        kept["columns"] = {key: value for key, value in columns.items() if _is_safe(key, value)}
    return kept


def _is_safe(key: str, value: Any) -> bool:
    if key in _KEYS:
        return isinstance(value, str) and _KEY_VALUE.fullmatch(value) is not None
    if key == "style":
        return value in ("voice", "label", "none")
    if key == "settings":
        return isinstance(value, str) and _SETTINGS_VALUE.fullmatch(value) is not None
    is_known = key in _PLACES or key in ("task_id", "cue_id")
    return (is_known or is_timing_name(key)) and is_timing(value)
