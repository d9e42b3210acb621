"""A dialogue as one stream of tokens, and the overlapping windows an encoder reads it through."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pipeline.encoders.backbone import Backbone, Tokens
from pipeline.transcripts import Dialogue

MARK = -1
"""The offset of a marker row, which stands for no text."""


@dataclass(frozen=True, slots=True)
class TokenStream:
    """All n tokens of a dialogue, each turn opened by its role's marker.

    `rows` [n, F]; `turn` [n] counts turns from 0; `start`, `end` [n] are code points of that
    turn's text, MARK for a marker.
    """

    rows: NDArray[np.int64]
    turn: NDArray[np.int64]
    start: NDArray[np.int64]
    end: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.turn)

    def tokens_of(self, turn: int, start: int, end: int) -> tuple[int, int]:
        """The tokens `[first, last)` that `[start, end)` of turn number `turn` touches.

        By bisection: within a turn both edges of the tokens only grow.
        """
        low, high = np.searchsorted(self.turn, (turn, turn + 1)).tolist()
        first = low + int(np.searchsorted(self.end[low:high], start, side="right"))
        last = low + int(np.searchsorted(self.start[low:high], end, side="left"))
        return first, max(first, last)


@dataclass(frozen=True, slots=True)
class Window:
    """Tokens `[first, last)` of stream number `stream`; it answers for `[owned, owned_end)`."""

    stream: int
    first: int
    last: int
    owned: int
    owned_end: int


def token_streams(dialogues: Sequence[Dialogue], backbone: Backbone) -> list[TokenStream]:
    """One stream a dialogue; all texts are tokenised in one call."""
    texts = [turn.text for dialogue in dialogues for turn in dialogue.turns]
    # Tokenizers refuse a list without a text.
    tokens = iter(backbone.tokenise(texts) if texts else ())
    return [
        _stream(dialogue, [next(tokens) for _ in dialogue.turns], backbone)
        for dialogue in dialogues
    ]


def _stream(dialogue: Dialogue, tokens: list[Tokens], backbone: Backbone) -> TokenStream:
    # What comes first gives a dialogue without turns its shape.
    rows, places = [backbone.padding()[None][:0]], [np.zeros((0, 2), dtype=np.int64)]
    turns = [np.zeros(0, dtype=np.int64)]
    for number, (turn, coded) in enumerate(zip(dialogue.turns, tokens, strict=True)):
        rows += [backbone.marker(f"<{turn.speaker_role}>")[None], coded.rows]
        places += [np.full((1, 2), MARK, dtype=np.int64), coded.offsets]
        turns.append(np.full(1 + len(coded.rows), number, dtype=np.int64))
    offsets = np.concatenate(places)
    return TokenStream(np.concatenate(rows), np.concatenate(turns), offsets[:, 0], offsets[:, 1])


def windows(length: int, stream: int, size: int, context: int) -> list[Window]:
    """Windows over `length` tokens; each token is owned once, `context` or more from an inner edge.

    At the two ends of the stream a window owns up to its edge. ValueError unless `size` exceeds
    2 × context.
    """
    if size <= 2 * context:
        raise ValueError(f"windows of {size} tokens cannot have {context} of context at each edge")
    if not length:
        return []
    if length <= size:
        return [Window(stream, 0, length, 0, length)]
    starts = [*range(0, length - size, size - 2 * context), length - size]
    edges = [0, *(start + context for start in starts[1:]), length]
    return [
        Window(stream, start, start + size, owned, owned_end)
        for start, owned, owned_end in zip(starts, edges[:-1], edges[1:], strict=True)
    ]
