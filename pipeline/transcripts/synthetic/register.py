"""How a speaker types: case, apostrophes, slips and small words, without touching the labels."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from pipeline.transcripts.dialogue import SpanType
from pipeline.transcripts.synthetic.segments import Segment
from pipeline.transcripts.synthetic.words import load

# Identifiers whose letters people do not change when they type carelessly.
_EXACT = {
    SpanType.EMAIL,
    SpanType.URL,
    SpanType.IP_ADDRESS,
    SpanType.IDENTIFYING_NUMBER,
    SpanType.USERNAME,
}
_INNER_APOSTROPHE = re.compile(r"(?<=[a-z])'(?=[a-z])")
_STAYS_UPPER = re.compile(r"I\b|(?:Mrs?|Ms|Miss|Dr|Coach)\b")
_ENDS = '.?!",'
_WORD = re.compile(r"[a-z]{5,}")


@dataclass(frozen=True, slots=True)
class Register:
    """One speaker's habits; rates are chances a turn, but `slips` a word."""

    openers: tuple[str, ...] = ()
    opening: float = 0.0
    tails: tuple[str, ...] = ()
    trailing: float = 0.0
    lower: bool = False
    drops_apostrophes: bool = False
    curly: bool = False
    sentence_case: bool = False
    shouts: float = 0.0
    slips: float = 0.0

    def apply(self, rng: Random, segments: Iterable[Segment]) -> tuple[Segment, ...]:
        """The turn as this speaker would type it."""
        typed = list(segments)
        if any(segment.plain for segment in typed):
            typed = self._elaborate(rng, typed)
        shouted = rng.random() < self.shouts
        return tuple(self._segment(rng, segment, shouted) for segment in typed)

    def _elaborate(self, rng: Random, typed: list[Segment]) -> list[Segment]:
        """Small words around the turn; bare answers stay bare."""
        opener = rng.choice(self.openers) if rng.random() < self.opening else ""
        tail = rng.choice(self.tails) if rng.random() < self.trailing else ""
        if tail[1:2].isupper() and typed[-1].text[-1] not in _ENDS:
            tail = f".{tail}"
        first, *rest = typed
        if first.plain:
            first = Segment(self._begin(first.text, opener))
        around = (Segment(opener), first, *rest, Segment(tail))
        return [segment for segment in around if segment.text]

    def _begin(self, text: str, opener: str) -> str:
        if opener and not opener.endswith((". ", "! ")) and not _STAYS_UPPER.match(text):
            return text[:1].lower() + text[1:]
        if self.sentence_case:
            return text[:1].upper() + text[1:]
        return text

    def _segment(self, rng: Random, segment: Segment, shouted: bool) -> Segment:
        text = segment.text
        if segment.type in _EXACT:
            return segment
        if segment.plain and self.slips:
            text = _WORD.sub(lambda word: self._slip(rng, word.group()), text)
        if segment.plain and self.drops_apostrophes:
            text = _INNER_APOSTROPHE.sub("", text)
        if self.curly:
            text = text.replace("'", "’")
        if shouted:
            text = text.upper()
        elif self.lower:
            text = text.lower()
        return replace(segment, text=text)

    def _slip(self, rng: Random, word: str) -> str:
        if rng.random() >= self.slips:
            return word
        at = rng.randrange(1, len(word) - 2)
        if rng.random() < 0.5:
            return word[:at] + word[at + 1 :]
        return word[:at] + word[at + 1] + word[at] + word[at + 2 :]


def chat_student(rng: Random) -> Register:
    """A child at a keyboard."""
    lower = rng.random() < 0.55
    careless = rng.random() < 0.5
    return Register(
        **_small_words("chat_student"),
        opening=rng.uniform(0.1, 0.4) if lower else 0.08,
        trailing=rng.uniform(0.0, 0.4),
        lower=lower,
        drops_apostrophes=careless,
        shouts=0.02,
        slips=0.02 if careless else 0.003,
    )


def chat_tutor(rng: Random) -> Register:
    """A tutor at a keyboard, in a hurry or not."""
    return Register(
        **_small_words("chat_tutor"),
        opening=rng.uniform(0.0, 0.3),
        trailing=rng.uniform(0.0, 0.4),
        lower=rng.random() < 0.2,
        slips=rng.choice((0.0, 0.0, 0.01)),
        curly=rng.random() < 0.1,
    )


def class_pupil(curly: bool) -> Register:
    """A child in a transcript that somebody else typed."""
    return Register(
        **_small_words("class_pupil"),
        opening=0.22,
        trailing=0.22,
        curly=curly,
        sentence_case=True,
        shouts=0.004,
    )


def class_teacher(curly: bool) -> Register:
    """A teacher in a transcript that somebody else typed."""
    return Register(
        **_small_words("class_teacher"),
        opening=0.3,
        trailing=0.45,
        curly=curly,
        sentence_case=True,
        shouts=0.003,
    )


def _small_words(speaker: str) -> dict[str, Any]:
    return {place: tuple(words) for place, words in load("small_words")[speaker].items()}
