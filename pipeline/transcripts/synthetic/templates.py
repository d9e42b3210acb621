"""Sentence patterns with `{slots}`; a slot is filled with segments, so labels survive filling."""

import re
from collections.abc import Callable, Mapping
from functools import cache

from pipeline.transcripts.synthetic.segments import Segment

Filler = Callable[[], list[Segment]]
Slots = Mapping[str, Filler]

_SLOT = re.compile(r"\{(\w+)\}")


@cache
def slots_in(template: str) -> frozenset[str]:
    """The names of the slots that a pattern has."""
    return frozenset(_SLOT.findall(template))


@cache
def _parts(template: str) -> tuple[str, ...]:
    return tuple(_SLOT.split(template))


def fill(template: str, slots: Slots) -> list[Segment]:
    """The pattern's segments, every slot asked once in reading order. KeyError: unknown slot."""
    segments: list[Segment] = []
    for index, part in enumerate(_parts(template)):
        if index % 2:
            segments.extend(slots[part]())
        elif part:
            segments.append(Segment(part))
    return segments


def always(text: str) -> Filler:
    """A filler that says the same plain text every time."""
    return lambda: [Segment(text)]
