"""The detection view: what a rule reads instead of the turn's text, with the way back.

Digits of every script and full-width forms become ASCII, exotic spaces become a space, curly
apostrophes and hyphens become plain ones, and characters that nobody sees are dropped. One
character becomes one character or none, so a span maps back by a table of positions. The turn's
own text is never changed.
"""

import re
import unicodedata
from dataclasses import dataclass
from functools import cached_property

from pipeline.transcripts import SpeakerRole, Turn

_UNSEEN = frozenset(
    [
        *(0x00AD, 0x061C, 0xFEFF, 0x2060),
        *range(0x200B, 0x2010),
        *range(0x202A, 0x202F),
        *range(0x2066, 0x206A),
    ]
)
_APOSTROPHES = frozenset("\u2018\u2019\u02bc\u2032\uff07`\u00b4")
# The minus sign U+2212 stays what it is: it is arithmetic, not punctuation inside a number.
_HYPHENS = frozenset("\u2010\u2011\u2012\u2013\uff0d")
_DIGIT = re.compile(r"\d")


class _Folding(dict[int, str | None]):
    """Code point to what the view shows for it, worked out at first sight."""

    def __missing__(self, code: int) -> str | None:
        self[code] = folded = None if code in _UNSEEN else _fold(chr(code))
        return folded


def _fold(character: str) -> str:
    if character in _APOSTROPHES:
        return "'"
    if character.isascii():
        return character
    if character in _HYPHENS:
        return "-"
    if character.isspace():
        return " "
    if character.isdecimal():
        return str(unicodedata.decimal(character))
    if unicodedata.east_asian_width(character) == "F":
        return unicodedata.normalize("NFKC", character)
    return character


_FOLDING = _Folding()


@dataclass(frozen=True)
class View:
    """What rules read. `origins[i]` is where view character `i` stands in the turn's text.

    `origins` is None where nothing was dropped, so that both have the same positions.
    """

    text: str
    role: SpeakerRole = SpeakerRole.OTHER
    origins: tuple[int, ...] | None = None

    def original(self, start: int, end: int) -> tuple[int, int]:
        """The span of the turn's text, in code points, that `[start, end)` of the view shows."""
        if self.origins is None:
            return start, end
        return self.origins[start], self.origins[end - 1] + 1

    def before(self, start: int, width: int = 60) -> str:
        """Up to `width` characters to the left: cues are looked for here, in bounded time."""
        return self.text[max(0, start - width) : start]

    def after(self, end: int, width: int = 40) -> str:
        """Up to `width` characters to the right."""
        return self.text[end : end + width]

    @cached_property
    def lower(self) -> str:
        """The view in lower case, for a quick look whether a word occurs; not for positions."""
        return self.text.lower()

    @cached_property
    def has_digit(self) -> bool:
        """Whether there is any digit: most turns have none and most rules need one."""
        return _DIGIT.search(self.text) is not None

    def mentions(self, *words: str) -> bool:
        """Whether any of the lower-case `words` occurs."""
        lower = self.lower
        return any(word in lower for word in words)


def view_of(text: str, role: SpeakerRole = SpeakerRole.OTHER) -> View:
    """The view of a text."""
    if text.isascii() and "`" not in text:
        return View(text, role)
    folded = text.translate(_FOLDING)
    if len(folded) == len(text):
        return View(folded, role)
    kept = (at for at, character in enumerate(text) if ord(character) not in _UNSEEN)
    return View(folded, role, tuple(kept))


def view_of_turn(turn: Turn) -> View:
    """The view of a turn, with its speaker's role."""
    return view_of(turn.text, turn.speaker_role)
