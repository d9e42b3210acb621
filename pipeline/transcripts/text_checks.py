"""Checks on turns and their characters."""

import re
from collections.abc import Iterator

from pipeline.transcripts.dialogue import Dialogue, Turn
from pipeline.transcripts.problem import Problem, Reason, warning

LONG_TURN = 100_000

_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_SURROGATE = re.compile(r"[\ud800-\udfff]")
# A byte that is no UTF-8 is carried through a line reader as one of these.
_STRAY_BYTE = re.compile(r"[\udc80-\udcff]")


def turn_problems(dialogue: Dialogue) -> Iterator[Problem]:
    """Duplicate ids, empty and overlong turns, characters that do not belong in text."""
    seen: set[int] = set()
    for turn in dialogue.turns:
        if turn.turn_id in seen:
            yield Problem(Reason.DUPLICATE_TURN, f"two turns have the id {turn.turn_id}")
        seen.add(turn.turn_id)
        yield from _text_problems(turn)


def _text_problems(turn: Turn) -> Iterator[Problem]:
    where = f"turn {turn.turn_id}"
    if not turn.text.strip():
        yield Problem(Reason.EMPTY_TURN, f"{where} has no text")
    if len(turn.text) > LONG_TURN:
        size = f"{len(turn.text)} code points, more than {LONG_TURN}"
        yield warning(Reason.LONG_TURN, f"{where} has {size}")
    yield from character_problems(turn.text, where)
    yield from character_problems(turn.speaker or "", f"the speaker of {where}")
    if "\ufffd" in turn.text:
        place = turn.text.index("\ufffd")
        yield warning(
            Reason.REPLACEMENT_CHARACTER,
            f"{where} has U+FFFD at {place}: its text was damaged before it came here",
        )


def character_problems(text: str, where: str, allowed: str = "\n\t\r") -> Iterator[Problem]:
    """Control characters and surrogates in `text`, the first of each, by code and offset."""
    control = next((m for m in _CONTROL.finditer(text) if m.group() not in allowed), None)
    if control is not None:
        code = f"U+{ord(control.group()):04X}"
        yield Problem(
            Reason.CONTROL_CHARACTER, f"{where} has control character {code} at {control.start()}"
        )
    yield from surrogate_problems(text, where)


def surrogate_problems(text: str, where: str) -> Iterator[Problem]:
    """The first half of a character, or byte that was not UTF-8: neither can be written."""
    surrogate = _SURROGATE.search(text)
    if surrogate is not None:
        yield _surrogate_problem(surrogate, where)


def _surrogate_problem(found: re.Match[str], where: str) -> Problem:
    if _STRAY_BYTE.fullmatch(found.group()):
        return Problem(Reason.NOT_UTF8, f"{where} has bytes at {found.start()} that are not UTF-8")
    return Problem(Reason.LONE_SURROGATE, f"{where} has half a character at {found.start()}")
