"""Tokens with BIO labels: spans to labels and back, by offsets and never by token strings."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pipeline.transcripts.labels import type_of
from pipeline.transcripts.options import ReadOptions
from pipeline.transcripts.problem import DamagedRecord, Reason

OUTSIDE = "O"
_TOKEN = re.compile(r"\w+|[^\w\s]|\s+")
_LABEL = re.compile(r"([BIESLU])-(\S+)")
_OPENING = "BSU"


@dataclass(frozen=True, slots=True)
class Mark:
    """A typed stretch of text: `[start, end)` in code points, with an annotation label."""

    start: int
    end: int
    label: str


def marks_of(offsets: Sequence[tuple[int, int]], labels: Sequence[str]) -> list[Mark]:
    """Marks from the labels of tokens at `offsets`; BIO, IOB1, BIOES and BILOU all read."""
    marks: list[Mark] = []
    is_open = False
    for (start, end), label in zip(offsets, labels, strict=True):
        if label == OUTSIDE:
            is_open = False
            continue
        prefix, kind = _split(label)
        if is_open and prefix not in _OPENING and marks[-1].label == kind:
            marks[-1] = Mark(marks[-1].start, end, kind)
        else:
            marks.append(Mark(start, end, kind))
        is_open = True
    return marks


def _split(label: str) -> tuple[str, str]:
    found = _LABEL.fullmatch(label)
    if found is None:
        raise DamagedRecord(Reason.UNKNOWN_TYPE, "a token label is neither O nor B-… nor I-…")
    return found[1], found[2]


def require_known(marks: Iterable[Mark], options: ReadOptions) -> None:
    """DamagedRecord when a mark has a label that is no span type."""
    for mark in marks:
        type_of(mark.label, options)


def tokenise(text: str, edges: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Offsets of words, signs and runs of white space, in order, cut at `edges` as well.

    Together they cover the text, so it can be rebuilt from its tokens.
    """
    cuts = sorted(set(edges))
    for found in _TOKEN.finditer(text):
        start = found.start()
        for edge in [cut for cut in cuts if start < cut < found.end()]:
            yield start, edge
            start = edge
        yield start, found.end()


def labels_of(offsets: Iterable[tuple[int, int]], marks: Sequence[Mark]) -> list[str]:
    """The BIO label of each token; marks must be disjoint and begin and end at token edges."""
    labels = []
    ordered = sorted(marks, key=lambda mark: mark.start)
    position = 0
    for start, _ in offsets:
        while position < len(ordered) and ordered[position].end <= start:
            position += 1
        mark = ordered[position] if position < len(ordered) else None
        if mark is None or start < mark.start:
            labels.append(OUTSIDE)
        else:
            labels.append(("B-" if start == mark.start else "I-") + mark.label)
    return labels
