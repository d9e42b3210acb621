"""A transformer encoder by name: DeBERTa, ModernBERT, RoBERTa, MiniLM, from any card source."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray
from torch import Tensor, nn
from transformers import AutoConfig, AutoModel, AutoTokenizer
from transformers.utils import logging

from pipeline.encoders.backbone import MARKERS, Tokens, trim
from pipeline.encoders.card import BaseModelCard, CardError
from pipeline.encoders.precision import best_device
from pipeline.encoders.weights import locate

_UNLIMITED = 1_000_000

# Its report on weights that we leave out on purpose reads like an error.
logging.set_verbosity_error()
logging.disable_progress_bar()


class _Encode(nn.Module):
    """Rows [B, T, 2] of (token id, starts with a capital) to hidden states [B, T, hidden]."""

    def __init__(self, model: Any, uses_case: bool) -> None:
        super().__init__()
        self.model = model
        self.uses_case = uses_case

    def forward(self, rows: Tensor, mask: Tensor) -> Tensor:
        case = {"token_type_ids": rows[..., 1]} if self.uses_case else {}
        output = self.model(input_ids=rows[..., 0], attention_mask=mask, **case)
        return cast(Tensor, output.last_hidden_state)


class TransformerBackbone:
    """A Hugging Face encoder with its fast tokenizer, and our markers added to the vocabulary.

    `settings.case_flag` gives an uncased model the capitals back: its second token type, which
    single texts never use, marks tokens that begin with a capital.
    """

    def __init__(self, card: BaseModelCard, tokenizer: Any, model: Any) -> None:
        self.card = card
        self._tokenizer = tokenizer
        self.module = _Encode(model, bool(card.settings.get("case_flag")))
        self.hidden_size = int(model.config.hidden_size)
        positions = getattr(model.config, "max_position_embeddings", _UNLIMITED)
        # RoBERTa counts its positions from the padding id on.
        self.max_length = int(positions) - 4

    @classmethod
    def fresh(cls, card: BaseModelCard) -> "TransformerBackbone":
        """The base model of a card, ready to fine-tune."""
        where = locate(card)
        revision = card.revision or None
        try:
            tokenizer = _tokenizer(where, revision)
            overrides = card.settings.get("config", {}) | _without_pooler(where)
            model = AutoModel.from_pretrained(
                where, revision=revision, attn_implementation=_attention(), **overrides
            )
        except OSError:
            reason = "neither a local folder nor the hub's cache has it"
            raise CardError(f"card {card.name}: cannot load {card.source}: {reason}") from None
        tokenizer.add_tokens(list(MARKERS), special_tokens=True)
        model.resize_token_embeddings(len(tokenizer), mean_resizing=False)
        return cls(card, tokenizer, model)

    @classmethod
    def load(cls, card: BaseModelCard, folder: Path) -> "TransformerBackbone":
        """What `save` wrote; weights are loaded by the owner of the module."""
        config = AutoConfig.from_pretrained(folder, local_files_only=True)
        extra = json.loads((folder / "pooler.json").read_text())
        model = AutoModel.from_config(config, attn_implementation=_attention(), **extra)
        return cls(card, _tokenizer(str(folder), None), model)

    def save(self, folder: Path) -> None:
        """Configuration and tokenizer."""
        model = self.module.model
        model.config.save_pretrained(folder)
        self._tokenizer.save_pretrained(folder)
        extra = _pooler_option(model.config.model_type)
        (folder / "pooler.json").write_text(json.dumps(extra))

    def tokenise(self, texts: Sequence[str]) -> list[Tokens]:
        """Sub-word tokens of each text, untruncated."""
        coded = self._tokenizer(
            list(texts), add_special_tokens=False, return_offsets_mapping=True, verbose=False
        )
        return [
            _tokens(text, ids, offsets)
            for text, ids, offsets in zip(
                texts, coded["input_ids"], coded["offset_mapping"], strict=True
            )
        ]

    def marker(self, name: str) -> NDArray[np.int64]:
        """The row of a marker."""
        return self._row(self._tokenizer.convert_tokens_to_ids(name))

    def frame(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """[CLS] and [SEP], or what the model has for them."""
        tokenizer = self._tokenizer
        return (
            self._row(tokenizer.cls_token_id)[None],
            self._row(tokenizer.sep_token_id)[None],
        )

    def padding(self) -> NDArray[np.int64]:
        """The padding token."""
        return self._row(self._tokenizer.pad_token_id)

    @staticmethod
    def _row(token_id: int) -> NDArray[np.int64]:
        return np.array([token_id, 0], dtype=np.int64)


def _attention() -> str | None:
    """On a CPU plain attention trains about twice as fast as the fused one; else as it likes."""
    return "eager" if best_device().type == "cpu" else None


def _tokenizer(where: str, revision: str | None) -> Any:
    return AutoTokenizer.from_pretrained(where, revision=revision, use_fast=True)


def _without_pooler(where: str) -> dict[str, bool]:
    return _pooler_option(AutoConfig.from_pretrained(where).model_type)


def _pooler_option(model_type: str) -> dict[str, bool]:
    """BERT's kin carry a pooler that token classification never reads."""
    return {"add_pooling_layer": False} if model_type in ("bert", "roberta") else {}


def _tokens(text: str, ids: list[int], offsets: list[tuple[int, int]]) -> Tokens:
    places = [trim(text, start, end) for start, end in offsets]
    rows = [
        (token, int(start < end and text[start].isupper()))
        for token, (start, end) in zip(ids, places, strict=True)
    ]
    return Tokens(
        np.array(rows, dtype=np.int64).reshape(-1, 2),
        np.array(places, dtype=np.int64).reshape(-1, 2),
    )
