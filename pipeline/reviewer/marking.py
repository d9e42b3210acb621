"""Candidates marked in a dialogue's token stream: each gets an opening and a closing marker."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pipeline.encoders.backbone import Backbone
from pipeline.encoders.stream import MARK, TokenStream
from pipeline.proposer.candidate import Candidate
from pipeline.transcripts import Dialogue


@dataclass(frozen=True, slots=True)
class MarkedStream:
    """A stream with markers, and where each candidate's opening marker stands in it.

    `opens` [candidates]; −1 where the encoder has no token for a candidate.
    """

    stream: TokenStream
    opens: NDArray[np.int64]


def mark(
    dialogue: Dialogue,
    stream: TokenStream,
    candidates: Sequence[Candidate],
    backbone: Backbone,
) -> MarkedStream:
    """Insert the markers of disjoint candidates."""
    number_of = {turn.turn_id: number for number, turn in enumerate(dialogue.turns)}
    edges = [_edges(stream, number_of[c.turn_id], c) for c in candidates]
    inserts = sorted(
        (place, opening, index)
        for index, edge in enumerate(edges)
        if edge is not None
        for opening, place in ((1, edge[0]), (0, edge[1]))
    )
    opens = np.full(len(candidates), -1, dtype=np.int64)
    for moved, (place, opening, index) in enumerate(inserts):
        if opening:
            opens[index] = place + moved
    return MarkedStream(_with_markers(stream, inserts, backbone), opens)


def _edges(stream: TokenStream, turn: int, candidate: Candidate) -> tuple[int, int] | None:
    """The tokens `[first, last)` of a candidate."""
    first, last = stream.tokens_of(turn, candidate.start, candidate.end)
    return (first, last) if first < last else None


def _with_markers(
    stream: TokenStream, inserts: Sequence[tuple[int, int, int]], backbone: Backbone
) -> TokenStream:
    if not inserts:
        return stream
    places = [place for place, _, _ in inserts]
    markers = (backbone.marker("</cand>"), backbone.marker("<cand>"))
    rows = np.stack([markers[opening] for _, opening, _ in inserts])
    turns = stream.turn[[min(place, len(stream) - 1) for place in places]]
    return TokenStream(
        np.insert(stream.rows, places, rows, axis=0),
        np.insert(stream.turn, places, turns),
        np.insert(stream.start, places, MARK),
        np.insert(stream.end, places, MARK),
    )
