"""From label probabilities to candidate spans, on offsets alone."""

import re
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from pipeline.encoders.stream import TokenStream
from pipeline.proposer.candidate import Candidate
from pipeline.proposer.labels import TYPES
from pipeline.transcripts import Dialogue, SpanType

_CONJUNCTION = re.compile(r"\s*,\s*|\s+(?:and|or|&)\s+|\s*[&/]\s*", re.IGNORECASE)
_POSSESSIVE = re.compile(r"['’ʼ]s?$", re.IGNORECASE)
_SPLIT_TYPES = frozenset({SpanType.NAME})

Thresholds = Mapping[SpanType, float]
"""For each type, the least 1 − P(O) at which a token counts as part of an entity."""


def decode(
    dialogue: Dialogue,
    stream: TokenStream,
    probabilities: NDArray[np.float32],
    thresholds: Thresholds,
    source: str,
) -> list[Candidate]:
    """Candidates of one dialogue from `probabilities` [n, labels], in order of the text.

    A token is in when 1 − P(O) reaches its type's threshold. Spans are widened to whole words,
    so that no sub-word stays behind, then cut at conjunctions ("Aria and Leo" are two) and
    stripped of a possessive. Widening can make neighbours overlap: the union makes them one.
    """
    entity = 1 - probabilities[:, 0]
    begins, inside = probabilities[:, 1::2], probabilities[:, 2::2]
    kinds = (begins + inside).argmax(axis=1)
    limits = np.array([thresholds[kind] for kind in TYPES])[kinds]
    # Markers and tokens of white space alone stand for no text.
    hit = np.flatnonzero((entity >= limits) & (stream.start < stream.end))
    starts_new = begins[np.arange(len(kinds)), kinds] > inside[np.arange(len(kinds)), kinds]
    found: list[Candidate] = []
    for group in _groups(hit, stream, kinds, starts_new, dialogue):
        found += _candidates(group, stream, entity, kinds, dialogue, source)
    return found


def _groups(
    hit: NDArray[np.int64],
    stream: TokenStream,
    kinds: NDArray[np.int64],
    starts_new: NDArray[np.bool_],
    dialogue: Dialogue,
) -> list[list[int]]:
    groups: list[list[int]] = []
    for token in hit.tolist():
        previous = groups[-1][-1] if groups else None
        if (
            previous is not None
            and previous == token - 1
            and stream.turn[token] == stream.turn[previous]
        ):
            text = dialogue.turns[int(stream.turn[token])].text
            same_word = not _gap(stream, previous, text)
            if same_word or (kinds[previous] == kinds[token] and not starts_new[token]):
                groups[-1].append(token)
                continue
        groups.append([token])
    return groups


def _gap(stream: TokenStream, token: int, text: str) -> bool:
    """Whether a word ends between a token and the next."""
    left, right = int(stream.end[token]), int(stream.start[token + 1])
    return left != right or not (text[left - 1].isalnum() and text[right].isalnum())


def _candidates(
    group: list[int],
    stream: TokenStream,
    entity: NDArray[np.float32],
    kinds: NDArray[np.int64],
    dialogue: Dialogue,
    source: str,
) -> list[Candidate]:
    turn = dialogue.turns[int(stream.turn[group[0]])]
    start, end = _whole_words(turn.text, int(stream.start[group[0]]), int(stream.end[group[-1]]))
    best = group[int(np.argmax(entity[group]))]
    kind, score = TYPES[int(kinds[best])], float(entity[best])
    return [
        Candidate(turn.turn_id, s, e, kind, score, (source,))
        for s, e in _pieces(turn.text, start, end, kind)
    ]


def _whole_words(text: str, start: int, end: int) -> tuple[int, int]:
    while start > 0 and text[start - 1].isalnum() and text[start].isalnum():
        start -= 1
    while end < len(text) and text[end].isalnum() and text[end - 1].isalnum():
        end += 1
    return start, end


def _pieces(text: str, start: int, end: int, kind: SpanType) -> list[tuple[int, int]]:
    if kind not in _SPLIT_TYPES:
        return [(start, end)]
    edges = [start]
    for cut in _CONJUNCTION.finditer(text, start, end):
        edges += [cut.start(), cut.end()]
    edges.append(end)
    pieces = [_bare_name(text, s, e) for s, e in zip(edges[::2], edges[1::2], strict=True)]
    return [(s, e) for s, e in pieces if any(c.isalpha() for c in text[s:e])]


def _bare_name(text: str, start: int, end: int) -> tuple[int, int]:
    """Without edge punctuation and a possessive; both stay in the output as they are."""
    if possessive := _POSSESSIVE.search(text, start, end):
        end = possessive.start()
    while start < end and not text[start].isalnum():
        start += 1
    while end > start and not text[end - 1].isalnum():
        end -= 1
    return start, end
