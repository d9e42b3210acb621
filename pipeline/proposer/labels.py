"""The typed BIO labels of a proposer's encoder, and gold spans laid onto tokens."""

import numpy as np
from numpy.typing import NDArray

from pipeline.encoders.stream import TokenStream
from pipeline.transcripts import Dialogue, SpanType

TYPES = tuple(SpanType)
LABELS = ("O", *(f"{tag}-{kind}" for kind in TYPES for tag in ("B", "I")))
"""Index 0 is O; the type numbered k has B at 1 + 2k and I at 2 + 2k."""


def gold_labels(dialogue: Dialogue, stream: TokenStream) -> NDArray[np.int64]:
    """Label indices [n] for the tokens of a dialogue's stream; markers are O."""
    labels = np.zeros(len(stream), dtype=np.int64)
    number_of = {turn.turn_id: number for number, turn in enumerate(dialogue.turns)}
    for span in dialogue.spans or ():
        first, last = stream.tokens_of(number_of[span.turn_id], span.start, span.end)
        kind = TYPES.index(span.type)
        labels[first:last] = 2 + 2 * kind
        labels[first : min(first + 1, last)] = 1 + 2 * kind
    return labels
