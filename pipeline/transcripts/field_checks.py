"""Checks on what stands beside the turns: it is written back, so it must be writable."""

from collections.abc import Iterator
from typing import Any

from pipeline.transcripts.dialogue import Dialogue
from pipeline.transcripts.problem import Problem, Reason
from pipeline.transcripts.text_checks import character_problems, surrogate_problems

DEEPEST = 32


def field_problems(dialogue: Dialogue) -> Iterator[Problem]:
    """Characters that cannot be written in any field, and foreign fields nested too deep."""
    for field in ("platform", "source", "licence"):
        yield from character_problems(getattr(dialogue, field), f"the {field}")
    for span in dialogue.keep_spans:
        yield from surrogate_problems(span.why, f"the note on a keep span of turn {span.turn_id}")
    yield from _foreign_problems(dialogue.extra, "the dialogue")
    for turn in dialogue.turns:
        yield from _foreign_problems(turn.extra, f"turn {turn.turn_id}")


def _foreign_problems(extra: dict[str, Any], owner: str) -> Iterator[Problem]:
    where = f"a foreign field of {owner}"
    try:
        for text in _texts(extra, 0):
            yield from surrogate_problems(text, where)
    except RecursionError:
        yield Problem(Reason.SCHEMA, f"{where} is nested more than {DEEPEST} deep")


def _texts(value: Any, depth: int) -> Iterator[str]:
    if depth > DEEPEST:
        raise RecursionError
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _texts(key, depth)
            yield from _texts(inner, depth + 1)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner, depth + 1)
