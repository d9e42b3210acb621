"""A cased convolutional encoder over hashed word features; it trains from scratch in a minute.

The features and the hashing trick are those of spaCy's HashEmbedCNN (norm, prefix, suffix,
shape; Bloom embeddings, Serrà & Karatzoglou 2017); dilation widens the view without depth.
"""

import re
import zlib
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from pipeline.encoders.backbone import Tokens
from pipeline.encoders.card import BaseModelCard

_WORD = re.compile(r"[^\W\d_]+|\d+|[^\w\s]|_")
_PROBES = 2
_FEATURES = 4
_UNLIMITED = 1_000_000


class HashCnnBackbone:
    """Word tokens; each row holds `_PROBES` hashes of each of `_FEATURES` features."""

    def __init__(self, card: BaseModelCard) -> None:
        self.card = card
        self.hidden_size = int(card.settings.get("hidden_size", 128))
        self.max_length = _UNLIMITED
        self._table = int(card.settings.get("table", 8192))
        dilations = tuple(card.settings.get("dilations", (1, 2, 4, 8)))
        self.module: nn.Module = _HashCnn(self._table, self.hidden_size, dilations)

    def save(self, folder: Path) -> None:
        """Nothing beyond the card and the weights is needed."""

    def tokenise(self, texts: Sequence[str]) -> list[Tokens]:
        """Runs of letters, runs of digits, and single signs."""
        return [self._tokenise(text) for text in texts]

    def _tokenise(self, text: str) -> Tokens:
        words = list(_WORD.finditer(text))
        rows = [_hashes(word.group(), self._table) for word in words]
        return Tokens(
            np.array(rows, dtype=np.int64).reshape(-1, _FEATURES * _PROBES),
            np.array([word.span() for word in words], dtype=np.int64).reshape(-1, 2),
        )

    def marker(self, name: str) -> NDArray[np.int64]:
        """The row of a marker: hashed like a word that no text can hold."""
        return np.array(_hashes(f"\0{name}", self._table), dtype=np.int64)

    def frame(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """A convolution needs no frame."""
        empty = np.zeros((0, _FEATURES * _PROBES), dtype=np.int64)
        return empty, empty

    def padding(self) -> NDArray[np.int64]:
        """Row 0 of every table, which no word hashes to."""
        return np.zeros(_FEATURES * _PROBES, dtype=np.int64)


@lru_cache(maxsize=100_000)
def _hashes(word: str, table: int) -> tuple[int, ...]:
    features = (word.lower(), word[:3], word[-3:].lower(), _shape(word))
    return tuple(
        1 + zlib.crc32(f"{place}{probe}{feature}".encode("utf-8", "surrogatepass")) % (table - 1)
        for place, feature in enumerate(features)
        for probe in range(_PROBES)
    )


def _shape(word: str) -> str:
    """Aa for Maria, A for BOB, 0 for 12; runs are cut at four."""
    kinds = [
        "A" if c.isupper() else "a" if c.islower() else "0" if c.isdigit() else c for c in word
    ]
    return re.sub(r"(.)\1{3,}", r"\1\1\1\1", "".join(kinds))


class _HashCnn(nn.Module):
    def __init__(self, table: int, width: int, dilations: tuple[int, ...]) -> None:
        super().__init__()
        self.embeddings = nn.ModuleList(
            nn.Embedding(table, width, padding_idx=0) for _ in range(_FEATURES)
        )
        self.mix = nn.Linear(_FEATURES * width, 2 * width)
        self.norm = nn.LayerNorm(width)
        self.blocks = nn.ModuleList(_Block(width, dilation) for dilation in dilations)
        self.dropout = nn.Dropout(0.2)

    def forward(self, rows: Tensor, mask: Tensor) -> Tensor:
        features = rows.view(*rows.shape[:2], _FEATURES, _PROBES).unbind(-2)
        looked_up = [
            table(feature).sum(-2) for table, feature in zip(self.embeddings, features, strict=True)
        ]
        mixed = nn.functional.glu(self.mix(torch.cat(looked_up, dim=-1)), dim=-1)
        states: Tensor = self.dropout(self.norm(mixed))
        for block in self.blocks:
            states = block(states * mask.unsqueeze(-1))
        return states


class _Block(nn.Module):
    """A gated dilated convolution with a residual."""

    def __init__(self, width: int, dilation: int) -> None:
        super().__init__()
        self.convolve = nn.Conv1d(width, 2 * width, 3, padding=dilation, dilation=dilation)
        self.norm = nn.LayerNorm(width)
        self.dropout = nn.Dropout(0.2)

    def forward(self, states: Tensor) -> Tensor:
        moved = self.convolve(states.transpose(1, 2)).transpose(1, 2)
        out: Tensor = self.norm(states + self.dropout(nn.functional.glu(moved, dim=-1)))
        return out
