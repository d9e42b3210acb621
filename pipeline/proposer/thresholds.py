"""The least 1 − P(O) at which a token joins a candidate, per type, tuned for recall."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from pipeline.encoders.stream import TokenStream
from pipeline.proposer.decoding import Thresholds
from pipeline.proposer.labels import TYPES
from pipeline.transcripts import Dialogue, SpanType

LOWEST, HIGHEST = 0.03, 0.3
"""Below LOWEST nearly every token is in; above HIGHEST nothing is gained for recall."""
_ENOUGH = 30


def tune(
    dialogues: Sequence[Dialogue],
    by_encoder: Sequence[tuple[Sequence[TokenStream], Sequence[NDArray[np.float32]]]],
    recall: float,
) -> dict[SpanType, float]:
    """For each type the highest threshold at which the union still finds `recall` of its spans.

    Types with fewer than 30 gold spans share one threshold: a quantile of five is no figure.
    """
    found: dict[SpanType, list[float]] = defaultdict(list)
    for number, dialogue in enumerate(dialogues):
        views = [(streams[number], scores[number]) for streams, scores in by_encoder]
        for kind, score in _span_scores(dialogue, views):
            found[kind].append(score)
    rare = [score for scores in found.values() if len(scores) < _ENOUGH for score in scores]
    return {
        kind: _quantile(found[kind] if len(found[kind]) >= _ENOUGH else rare, recall)
        for kind in TYPES
    }


def _span_scores(
    dialogue: Dialogue, views: Sequence[tuple[TokenStream, NDArray[np.float32]]]
) -> list[tuple[SpanType, float]]:
    """The best 1 − P(O) that any encoder gives any token of each gold span."""
    number_of = {turn.turn_id: number for number, turn in enumerate(dialogue.turns)}
    scored = []
    for span in dialogue.spans or ():
        best = 0.0
        for stream, scores in views:
            first, last = stream.tokens_of(number_of[span.turn_id], span.start, span.end)
            best = max(best, float((1 - scores[first:last, 0]).max(initial=0.0)))
        scored.append((span.type, best))
    return scored


def _quantile(scores: Sequence[float], recall: float) -> float:
    """The value that a share `recall` of the scores reaches, kept within the bounds."""
    if not scores:
        return LOWEST
    ranked = sorted(scores, reverse=True)
    value = ranked[min(len(ranked) - 1, int(np.ceil(recall * len(ranked))) - 1)]
    return float(np.clip(value, LOWEST, HIGHEST))


def as_thresholds(values: Mapping[str, float]) -> Thresholds:
    """Thresholds read from JSON. KeyError where a type is missing."""
    return {kind: float(values[kind.value]) for kind in TYPES}
