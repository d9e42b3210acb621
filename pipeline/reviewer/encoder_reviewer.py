"""The encoder reviewer: candidates marked in their turns, turns around them, one logit each.

A cross-encoder in the manner of the paper's RoBERTa reviewer (section 3.3), except that every
candidate of a window is marked and scored in the same pass: cost follows the text, not the
number of candidates.
"""

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
from pipeline.encoders.card import ReviewerCard
from pipeline.encoders.loading import fresh_backbone, load_backbone
from pipeline.encoders.precision import best_device, mixed_precision
from pipeline.encoders.stream import Window, token_streams, windows
from pipeline.proposer.candidate import Candidate
from pipeline.reviewer.marking import MarkedStream, mark
from pipeline.transcripts import Dialogue

UNKNOWN = "unknown"
_TOKENS_A_BATCH = 4096
_PLATFORM_TOKENS = 8


class _Head(nn.Module):
    def __init__(self, backbone: nn.Module, hidden: int) -> None:
        super().__init__()
        self.backbone = backbone
        self.judge = nn.Sequential(
            nn.Dropout(0.1), nn.Linear(hidden, hidden), nn.GELU(), nn.Linear(hidden, 1)
        )

    def forward(self, rows: Tensor, mask: Tensor, member: Tensor, position: Tensor) -> Tensor:
        """One logit [candidates] for each marker at (member, position) of a batch."""
        states = self.backbone(rows, mask)
        logits: Tensor = self.judge(states[member, position]).squeeze(-1)
        return logits.float()


class EncoderReviewer:
    """Logits of REDACT for candidates in context; positive means REDACT."""

    def __init__(self, card: ReviewerCard, backbone: Backbone, platforms: Sequence[str]) -> None:
        self.card = card
        self.backbone = backbone
        self.platforms = tuple(platforms)
        self.module = _Head(backbone.module, backbone.hidden_size)
        longest = backbone.max_length - _PLATFORM_TOKENS - 1
        self.size = min(card.training.window, longest)

    @classmethod
    def fresh(
        cls, card: ReviewerCard, platforms: Sequence[str], start: Backbone | None = None
    ) -> "EncoderReviewer":
        """The base model of a card under an untrained head. `platforms` are those it will know.

        With `start` it begins with the weights of that fine-tuned encoder of the same base, which
        knows dialogue already: little data then suffices. RuntimeError where the bases differ.
        """
        reviewer = cls(card, fresh_backbone(card), platforms)
        if start is not None:
            reviewer.backbone.module.load_state_dict(start.module.state_dict())
        return reviewer

    @classmethod
    def load(cls, folder: Path) -> "EncoderReviewer":
        """What `save` wrote; raises where a weight is missing or left over."""
        state = json.loads((folder / "reviewer.json").read_text())
        card = ReviewerCard.model_validate(state["card"])
        reviewer = cls(card, load_backbone(card, folder), state["platforms"])
        reviewer.module.load_state_dict(load_file(folder / "model.safetensors"), strict=True)
        reviewer.module.to(best_device()).eval()
        return reviewer

    def save(self, folder: Path) -> None:
        """Card, platforms, tokenizer, configuration and weights (safetensors)."""
        folder.mkdir(parents=True, exist_ok=True)
        state = {"card": self.card.model_dump(), "platforms": self.platforms}
        (folder / "reviewer.json").write_text(json.dumps(state, indent=2))
        self.backbone.save(folder)
        tensors = self.module.state_dict().items()
        save_file(
            {name: tensor.contiguous().cpu() for name, tensor in tensors},
            folder / "model.safetensors",
        )

    def mark(
        self, dialogues: Sequence[Dialogue], candidates: Sequence[Sequence[Candidate]]
    ) -> list[MarkedStream]:
        """The dialogues' streams with their candidates marked."""
        streams = token_streams(dialogues, self.backbone)
        return [
            mark(dialogue, stream, found, self.backbone)
            for dialogue, stream, found in zip(dialogues, streams, candidates, strict=True)
        ]

    def prefix(self, platform: str) -> NDArray[np.int64]:
        """Rows that tell the platform, which stand before every window."""
        name = platform if platform in self.platforms else UNKNOWN
        rows = self.backbone.tokenise([name])[0].rows[:_PLATFORM_TOKENS]
        return np.concatenate([self.backbone.marker("<platform>")[None], rows])

    def windows(self, marked: Sequence[MarkedStream]) -> list[Window]:
        """The windows that answer for at least one candidate."""
        return [
            window
            for number, one in enumerate(marked)
            for window in windows(len(one.stream), number, self.size, self.card.training.context)
            if ((one.opens >= window.owned) & (one.opens < window.owned_end)).any()
        ]

    def batch(
        self,
        members: Sequence[int],
        cut: Sequence[Window],
        marked: Sequence[MarkedStream],
        prefixes: Sequence[NDArray[np.int64]],
    ) -> Batch:
        """The batch of some of the windows in `cut`; `prefixes` has one entry a dialogue."""

        def rows(member: int) -> NDArray[np.int64]:
            window = cut[member]
            stream = marked[window.stream].stream
            return np.concatenate(
                [prefixes[window.stream], stream.rows[window.first : window.last]]
            )

        return collate(members, rows, self.backbone)

    def logits(
        self, batch: Batch, member: NDArray[np.int64], position: NDArray[np.int64]
    ) -> Tensor:
        """Logits [candidates] at the given places of a batch."""
        device = next(self.module.parameters()).device
        logits: Tensor = self.module(
            batch.rows.to(device),
            batch.mask.to(device),
            torch.from_numpy(member).to(device),
            torch.from_numpy(position).to(device),
        )
        return logits

    def review(
        self, dialogues: Sequence[Dialogue], candidates: Sequence[Sequence[Candidate]]
    ) -> list[NDArray[np.float64]]:
        """A logit for each candidate of each dialogue; +inf where the encoder has no token for it.

        What cannot be read is redacted. Raises FloatingPointError on a logit that is not a number.
        """
        marked = self.mark(dialogues, candidates)
        prefixes = [self.prefix(dialogue.platform) for dialogue in dialogues]
        found = [np.full(len(one.opens), np.inf) for one in marked]
        cut = self.windows(marked)
        for members in by_length([w.last - w.first for w in cut], _TOKENS_A_BATCH):
            batch = self.batch(members, cut, marked, prefixes)
            places = list(places_of(members, cut, marked, prefixes, batch.offset, owned_only=True))
            member, position, dialogue, index = (
                np.array(column) for column in zip(*places, strict=True)
            )
            with torch.inference_mode(), mixed_precision(best_device()):
                logits = self.logits(batch, member, position).cpu().numpy()
            if not np.isfinite(logits).all():
                raise FloatingPointError(
                    f"reviewer {self.card.name} gave a logit that is not finite"
                )
            for number, place, logit in zip(dialogue, index, logits, strict=True):
                found[number][place] = logit
        return found


def places_of(
    members: Sequence[int],
    cut: Sequence[Window],
    marked: Sequence[MarkedStream],
    prefixes: Sequence[NDArray[np.int64]],
    offset: int,
    owned_only: bool,
) -> Iterator[tuple[int, int, int, int]]:
    """(row, position) in a batch and (dialogue, candidate) for each opening marker in it."""
    for row, member in enumerate(members):
        window = cut[member]
        opens = marked[window.stream].opens
        first, last = (
            (window.owned, window.owned_end) if owned_only else (window.first, window.last)
        )
        shift = offset + len(prefixes[window.stream]) - window.first
        for index in np.flatnonzero((opens >= first) & (opens < last)).tolist():
            yield row, int(opens[index]) + shift, window.stream, index
