"""Batches of windows of similar length, within a budget of tokens."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from pipeline.encoders.backbone import Backbone

_LEAST_STEPS = 60


@dataclass(frozen=True, slots=True)
class Batch:
    """`rows` [B, T, F] and `mask` [B, T] with the frame around; `members` number the windows.

    Token i of a member's window stands at position i + `offset`.
    """

    rows: Tensor
    mask: Tensor
    members: tuple[int, ...]
    offset: int


def by_length(lengths: Sequence[int], budget: int) -> list[list[int]]:
    """Groups of indices, longest first, each within `budget` padded tokens (never empty)."""
    groups: list[list[int]] = []
    longest = 0
    for index in sorted(range(len(lengths)), key=lambda i: (-lengths[i], i)):
        if not groups or longest * (len(groups[-1]) + 1) > budget:
            groups.append([])
            longest = max(1, lengths[index])
        groups[-1].append(index)
    return groups


def training_groups(lengths: Sequence[int], most: int, seed: int) -> list[list[int]]:
    """Length-sorted groups in random order, ties between equal lengths broken at random.

    Each within `most` padded tokens, or fewer where that would make an epoch of less than sixty
    steps: little data must not mean that the weights hardly move.
    """
    budget = max(1, min(most, sum(lengths) // _LEAST_STEPS))
    chance = random.Random(seed)
    order = list(range(len(lengths)))
    chance.shuffle(order)
    groups = by_length([lengths[i] for i in order], budget)
    chance.shuffle(groups)
    return [[order[i] for i in group] for group in groups]


def collate(
    members: Sequence[int], window_rows: Callable[[int], NDArray[np.int64]], backbone: Backbone
) -> Batch:
    """One padded batch; `window_rows(member)` gives the rows [t, F] of a window."""
    opening, closing = backbone.frame()
    framed = [np.concatenate([opening, window_rows(m), closing]) for m in members]
    longest = max(len(rows) for rows in framed)
    batch = np.broadcast_to(backbone.padding(), (len(framed), longest, framed[0].shape[1])).copy()
    mask = np.zeros((len(framed), longest), dtype=np.int64)
    for place, rows in enumerate(framed):
        batch[place, : len(rows)] = rows
        mask[place, : len(rows)] = 1
    return Batch(torch.from_numpy(batch), torch.from_numpy(mask), tuple(members), len(opening))
