"""Overlap matching of predicted and gold spans within one turn, and coverage by redactions.

Predictions and gold are matched one to one by maximum bipartite matching over the pairs that
share a character, so neither the order of the annotations nor a prediction that touches two
gold spans can move the counts. Types play no part here.
"""

from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Sequence
from itertools import accumulate

Interval = tuple[int, int]
"""`[start, end)` in code points of one turn's text, never empty."""


def match(predicted: Sequence[Interval], gold: Sequence[Interval]) -> dict[int, int]:
    """A maximum matching, as index of gold -> index of its prediction.

    The pairs depend on the places alone, not on the order given; equal intervals take each
    other's part in the order given.
    """
    prediction_order = sorted(range(len(predicted)), key=predicted.__getitem__)
    gold_order = sorted(range(len(gold)), key=gold.__getitem__)
    neighbours = _overlapping(
        [predicted[index] for index in prediction_order], [gold[index] for index in gold_order]
    )
    pairs = _maximum_matching(neighbours)
    return {gold_order[g]: prediction_order[p] for g, p in sorted(pairs.items())}


def _overlapping(predicted: list[Interval], gold: list[Interval]) -> list[list[int]]:
    """For each prediction the gold it overlaps; both sorted by start."""
    starts = [start for start, _ in gold]
    reach = list(accumulate((end for _, end in gold), max))
    return [
        [
            index
            for index in range(bisect_right(reach, start), bisect_left(starts, end))
            if gold[index][1] > start
        ]
        for start, end in predicted
    ]


def _maximum_matching(neighbours: list[list[int]]) -> dict[int, int]:
    prediction_of: dict[int, int] = {}
    gold_of: dict[int, int] = {}
    for prediction in range(len(neighbours)):
        _augment(prediction, neighbours, prediction_of, gold_of)
    return prediction_of


def _augment(
    root: int,
    neighbours: list[list[int]],
    prediction_of: dict[int, int],
    gold_of: dict[int, int],
) -> None:
    """Match one more prediction, if an augmenting path starts at `root`."""
    came_from: dict[int, int] = {}
    queue = deque([root])
    while queue:
        prediction = queue.popleft()
        for gold in neighbours[prediction]:
            if gold in came_from:
                continue
            came_from[gold] = prediction
            if gold not in prediction_of:
                _flip(gold, came_from, prediction_of, gold_of)
                return
            queue.append(prediction_of[gold])


def _flip(
    gold: int | None,
    came_from: dict[int, int],
    prediction_of: dict[int, int],
    gold_of: dict[int, int],
) -> None:
    """Swap the pairs along the path that ends at a free gold span."""
    while gold is not None:
        prediction = came_from[gold]
        given_up = gold_of.get(prediction)
        prediction_of[gold], gold_of[prediction] = prediction, gold
        gold = given_up


def union(intervals: Sequence[Interval]) -> list[Interval]:
    """The characters of all intervals, as sorted intervals that neither overlap nor touch."""
    merged: list[Interval] = []
    for start, end in sorted(intervals):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], end))
        else:
            merged.append((start, end))
    return merged


def uncovered(interval: Interval, covers: Sequence[Interval]) -> int:
    """How many characters of `interval` lie outside `covers`, a `union`."""
    start, end = interval
    left = end - start
    for index in range(bisect_right(covers, start, key=lambda cover: cover[1]), len(covers)):
        cover_start, cover_end = covers[index]
        if cover_start >= end:
            break
        left -= min(end, cover_end) - max(start, cover_start)
    return left


def touches(interval: Interval, covers: Sequence[Interval]) -> bool:
    """Whether `interval` shares a character with `covers`, a `union`."""
    return uncovered(interval, covers) < interval[1] - interval[0]
