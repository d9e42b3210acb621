"""Pairs of similar sets without comparing every pair: MinHash, banding, then the exact check.

With 64 bands of 3 values a pair of Jaccard similarity s is compared with probability
1 - (1 - s³)⁶⁴: 0.986 at 0.4, 0.9998 at 0.5, 0.03 at 0.08. Work and memory grow linearly
with the number of sets.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from pipeline.transcripts.shingles import Shingles, jaccard

BANDS = 64
ROWS = 3
_SEED = 20240229
_CHUNK = 4096
# A bucket with more different sets than this says little; their other bands still meet.
_MAX_COMPARED = 64


def signature(shingles: Shingles) -> NDArray[np.uint32]:
    """Smallest value of the set under each of `BANDS * ROWS` seeded hash functions."""
    factors, shifts = _hash_functions()
    smallest = np.full(len(factors), np.iinfo(np.uint64).max, dtype=np.uint64)
    for start in range(0, len(shingles), _CHUNK):
        chunk = shingles[start : start + _CHUNK]
        hashed = factors[:, None] * chunk[None, :] + shifts[:, None]
        smallest = np.minimum(smallest, hashed.min(axis=1))
    return (smallest >> np.uint64(32)).astype(np.uint32)


def _hash_functions() -> tuple[Shingles, Shingles]:
    generator = np.random.Generator(np.random.PCG64(_SEED))
    top = np.iinfo(np.uint64).max
    numbers = generator.integers(0, top, size=(2, BANDS * ROWS), dtype=np.uint64)
    return numbers[0] | np.uint64(1), numbers[1]


def similar_pairs(sets: Sequence[Shingles], threshold: float) -> Iterator[tuple[int, int]]:
    """Index pairs of sets whose Jaccard similarity reaches `threshold`.

    Enough pairs to connect every cluster, not all of them; empty sets are like nothing.
    """
    filled = [index for index, shingles in enumerate(sets) if len(shingles)]
    if not filled:
        return
    signatures = np.stack([signature(sets[index]) for index in filled])
    found: set[tuple[int, int]] = set()
    for band in range(BANDS):
        columns = signatures[:, band * ROWS : (band + 1) * ROWS]
        for bucket in _buckets(columns):
            new = set(_pairs_of([filled[row] for row in bucket], sets, threshold, found))
            yield from sorted(new)
            found |= new


def _buckets(columns: NDArray[np.uint32]) -> Iterator[list[int]]:
    """Rows that agree in every column, for every such set of two or more."""
    order = np.lexsort(columns.T)
    ordered = columns[order]
    starts = np.flatnonzero((ordered[1:] != ordered[:-1]).any(axis=1)) + 1
    for rows in np.split(order, starts):
        if len(rows) > 1:
            yield sorted(rows.tolist())


def _pairs_of(
    bucket: list[int], sets: Sequence[Shingles], threshold: float, found: set[tuple[int, int]]
) -> Iterator[tuple[int, int]]:
    """Pairs not found before: each set with the first of a cluster seen in the bucket so far."""
    leaders: list[int] = []
    for index in bucket:
        if any((leader, index) in found for leader in leaders):
            continue
        leader = _first_like(index, leaders, sets, threshold)
        if leader is not None:
            yield leader, index
        elif len(leaders) < _MAX_COMPARED:
            leaders.append(index)


def _first_like(
    index: int, leaders: list[int], sets: Sequence[Shingles], threshold: float
) -> int | None:
    return next((one for one in leaders if jaccard(sets[index], sets[one]) >= threshold), None)
