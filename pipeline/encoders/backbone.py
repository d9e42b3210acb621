"""The interface of an encoder: text to rows of token features, rows to hidden states."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from torch import nn

from pipeline.encoders.card import BaseModelCard

MARKERS = ("<student>", "<tutor>", "<other>", "<platform>", "<cand>", "</cand>")


@dataclass(frozen=True, slots=True)
class Tokens:
    """Tokens of one text: `rows` [n, features], `offsets` [n, 2] in code points of that text."""

    rows: NDArray[np.int64]
    offsets: NDArray[np.int64]


class Backbone(Protocol):
    """An encoder of either kind. `module` maps rows [B, T, F] and mask [B, T] to [B, T, hidden]."""

    card: BaseModelCard
    hidden_size: int
    max_length: int
    """Longest window in tokens, without the frame; a large number where there is no limit."""

    @property
    def module(self) -> nn.Module:
        """The network."""

    def tokenise(self, texts: Sequence[str]) -> list[Tokens]:
        """Tokens of each text; offsets never include white space at an edge."""

    def marker(self, name: str) -> NDArray[np.int64]:
        """The feature row [F] of one of MARKERS."""

    def frame(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Rows [k, F] that open and close every window ([CLS], [SEP]); may be empty."""

    def padding(self) -> NDArray[np.int64]:
        """The feature row [F] that fills a batch up."""

    def save(self, folder: Path) -> None:
        """Write what `load` needs beside the weights, which the owner of the module writes."""


def trim(text: str, start: int, end: int) -> tuple[int, int]:
    """Move the edges of `[start, end)` off white space; some tokenizers count it in."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end
