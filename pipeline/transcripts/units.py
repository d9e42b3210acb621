"""Offsets in code points, UTF-16 code units (JavaScript) and UTF-8 bytes, converted both ways."""

from collections.abc import Iterable
from enum import StrEnum
from itertools import accumulate


class Unit(StrEnum):
    """What an offset counts."""

    CODE_POINTS = "code-points"
    UTF16 = "utf-16"
    UTF8 = "utf-8"


def _width(character: str, unit: Unit) -> int:
    if unit is Unit.CODE_POINTS:
        return 1
    code = ord(character)
    if unit is Unit.UTF16:
        return 2 if code > 0xFFFF else 1
    return 1 + (code > 0x7F) + (code > 0x7FF) + (code > 0xFFFF)


def boundaries(text: str, unit: Unit) -> list[int]:
    """The offset, in `unit`, of every code point of `text` and of its end."""
    widths: Iterable[int] = (_width(character, unit) for character in text)
    return list(accumulate(widths, initial=0))


def from_code_points(text: str, offset: int, unit: Unit) -> int:
    """A code-point offset in `unit`. IndexError outside of the text."""
    if not 0 <= offset <= len(text):
        raise IndexError(f"offset {offset} is outside of a text of {len(text)} code points")
    return sum(_width(character, unit) for character in text[:offset])


class ToCodePoints:
    """Offsets of one text in `unit`, turned into code points; the text is measured once."""

    def __init__(self, text: str, unit: Unit) -> None:
        self._length = len(text)
        self._is_same = unit is Unit.CODE_POINTS or text.isascii()
        self._places = (
            {} if self._is_same else {place: i for i, place in enumerate(boundaries(text, unit))}
        )

    def __call__(self, offset: int) -> int | None:
        """The code-point offset; None outside of the text or inside of a character."""
        if self._is_same:
            return offset if 0 <= offset <= self._length else None
        return self._places.get(offset)


def to_code_points(text: str, offset: int, unit: Unit) -> int | None:
    """One offset in code points; None outside of the text or inside of a character."""
    return ToCodePoints(text, unit)(offset)
