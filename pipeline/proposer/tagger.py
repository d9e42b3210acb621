"""One encoder of the proposer: a backbone with a typed BIO head."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors.torch import load_file, save_file
from torch import Tensor, nn

from pipeline.encoders.backbone import Backbone
from pipeline.encoders.batches import Batch, by_length, collate
from pipeline.encoders.card import EncoderCard
from pipeline.encoders.loading import fresh_backbone, load_backbone
from pipeline.encoders.precision import best_device, mixed_precision
from pipeline.encoders.stream import TokenStream, Window, token_streams, windows
from pipeline.proposer.labels import LABELS
from pipeline.transcripts import Dialogue

_TOKENS_A_BATCH = 4096


class _Head(nn.Module):
    def __init__(self, backbone: nn.Module, hidden: int) -> None:
        super().__init__()
        self.backbone = backbone
        self.dropout = nn.Dropout(0.1)
        self.classify = nn.Linear(hidden, len(LABELS))

    def forward(self, rows: Tensor, mask: Tensor) -> Tensor:
        """Logits [B, T, labels] in float32."""
        logits: Tensor = self.classify(self.dropout(self.backbone(rows, mask)))
        return logits.float()


class Tagger:
    """Label probabilities for every token of a dialogue, however long its turns."""

    def __init__(self, card: EncoderCard, backbone: Backbone) -> None:
        self.card = card
        self.backbone = backbone
        self.module = _Head(backbone.module, backbone.hidden_size)
        self.size = min(card.training.window, backbone.max_length)

    @classmethod
    def fresh(cls, card: EncoderCard) -> "Tagger":
        """The base model of a card under an untrained head."""
        return cls(card, fresh_backbone(card))

    @classmethod
    def load(cls, folder: Path) -> "Tagger":
        """What `save` wrote; raises where a weight is missing or left over."""
        card = EncoderCard.model_validate(json.loads((folder / "card.json").read_text()))
        tagger = cls(card, load_backbone(card, folder))
        tagger.module.load_state_dict(load_file(folder / "model.safetensors"), strict=True)
        tagger.module.to(best_device()).eval()
        return tagger

    def save(self, folder: Path) -> None:
        """Card, tokenizer, configuration and weights (safetensors)."""
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "card.json").write_text(self.card.model_dump_json(indent=2))
        self.backbone.save(folder)
        state = self.module.state_dict()
        tensors = {name: tensor.contiguous().cpu() for name, tensor in state.items()}
        save_file(tensors, folder / "model.safetensors")

    def streams(self, dialogues: Sequence[Dialogue]) -> list[TokenStream]:
        """The token streams this encoder reads."""
        return token_streams(dialogues, self.backbone)

    def windows(self, streams: Sequence[TokenStream]) -> list[Window]:
        """All windows of some streams."""
        context = self.card.training.context
        return [
            window
            for number, stream in enumerate(streams)
            for window in windows(len(stream), number, self.size, context)
        ]

    def batch(
        self, members: Sequence[int], cut: Sequence[Window], streams: Sequence[TokenStream]
    ) -> Batch:
        """The batch of some of the windows in `cut`."""

        def rows(member: int) -> NDArray[np.int64]:
            window = cut[member]
            return streams[window.stream].rows[window.first : window.last]

        return collate(members, rows, self.backbone)

    def logits(self, batch: Batch) -> Tensor:
        """Logits [B, T, labels] of a batch, frame included."""
        device = next(self.module.parameters()).device
        logits: Tensor = self.module(batch.rows.to(device), batch.mask.to(device))
        return logits

    def probabilities(self, streams: Sequence[TokenStream]) -> list[NDArray[np.float32]]:
        """Label probabilities [n, labels] for each stream."""
        found = [np.zeros((len(s), len(LABELS)), dtype=np.float32) for s in streams]
        cut = self.windows(streams)
        groups = by_length([w.last - w.first for w in cut], _TOKENS_A_BATCH)
        for members in groups:
            for window, scores in self._run(members, cut, streams):
                owned = slice(window.owned - window.first, window.owned_end - window.first)
                found[window.stream][window.owned : window.owned_end] = scores[owned]
        return found

    def _run(
        self, members: Sequence[int], cut: Sequence[Window], streams: Sequence[TokenStream]
    ) -> Iterator[tuple[Window, NDArray[np.float32]]]:
        batch = self.batch(members, cut, streams)
        with torch.inference_mode(), mixed_precision(best_device()):
            scores = self.logits(batch).softmax(-1).cpu().numpy()
        if not np.isfinite(scores).all():
            raise FloatingPointError(f"encoder {self.card.name} gave scores that are not finite")
        for place, member in enumerate(members):
            yield cut[member], scores[place, batch.offset :]
