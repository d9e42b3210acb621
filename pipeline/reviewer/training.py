"""Fine-tuning the encoder reviewer with focal loss (Lin et al. 2017) on out-of-fold candidates."""

import random
from collections.abc import Callable, Sequence
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import cast

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from pipeline.encoders.backbone import Backbone
from pipeline.encoders.batches import Batch, training_groups
from pipeline.encoders.card import ReviewerCard
from pipeline.encoders.renaming import name_pool, renamed
from pipeline.encoders.stream import Window
from pipeline.encoders.training import Report, Task, seed_everything, train
from pipeline.proposer.candidate import Candidate
from pipeline.reviewer.alignment import carry, redact_labels, unload, with_what_was_missed
from pipeline.reviewer.encoder_reviewer import EncoderReviewer, places_of
from pipeline.reviewer.marking import MarkedStream
from pipeline.transcripts import Dialogue
from pipeline.transcripts.native import digest

_UNKNOWN_PLATFORM_SHARE = 0.3
"""How often a training dialogue hides its platform, so that a new one is nothing unheard of."""

Proposals = Sequence[Sequence[Candidate]]


def train_reviewer(
    card: ReviewerCard,
    training: Sequence[Dialogue],
    proposals: Proposals,
    validation: Sequence[Dialogue],
    validation_proposals: Proposals,
    seed: int,
    checkpoint: Path | None = None,
    report: Report = lambda *_: None,
    start: Backbone | None = None,
) -> EncoderReviewer:
    """A reviewer at its best epoch by mean log loss on the validation candidates.

    `start` is a fine-tuned encoder to begin with, else the card's base model.
    """
    seed_everything(seed)
    reviewer = EncoderReviewer.fresh(card, sorted({d.platform for d in training}), start)
    lesson = _Lesson(reviewer, training, proposals, seed)
    judge = _Judge(reviewer, validation, validation_proposals)
    task = Task(
        module=reviewer.module,
        epoch_batches=lesson.epoch_batches,
        loss=lesson.loss,
        score=judge.score,
        identity=[
            card.model_dump(),
            seed,
            *(digest(dialogues) for dialogues in (training, validation)),
            *(
                sha256(repr(found).encode()).hexdigest()
                for found in (proposals, validation_proposals)
            ),
        ],
    )
    train(task, card.training, checkpoint, report)
    return reviewer


class _Judge:
    def __init__(
        self, reviewer: EncoderReviewer, dialogues: Sequence[Dialogue], proposals: Proposals
    ) -> None:
        self.reviewer, self.dialogues = reviewer, dialogues
        self.candidates = [[c for c in found if not c.is_direct] for found in proposals]

    def score(self) -> float:
        """Minus the mean log loss of all candidates."""
        logits = np.concatenate(self.reviewer.review(self.dialogues, self.candidates))
        pairs = zip(self.dialogues, self.candidates, strict=True)
        labels = np.array([label for d, found in pairs for label in redact_labels(d, found)])
        if not len(labels):
            return 0.0
        return -float(np.logaddexp(0, np.where(labels, -logits, logits)).mean())


class _Lesson:
    def __init__(
        self,
        reviewer: EncoderReviewer,
        training: Sequence[Dialogue],
        proposals: Proposals,
        seed: int,
    ) -> None:
        self.reviewer, self.training, self.seed = reviewer, training, seed
        pairs = zip(training, proposals, strict=True)
        self.candidates = [with_what_was_missed(d, found) for d, found in pairs]
        self.pool = name_pool(training)

    def epoch_batches(self, epoch: int) -> list[Callable[[], object]]:
        """That epoch's batches; names and hidden platforms are drawn anew for each epoch."""
        chance = random.Random(f"{self.seed}/{epoch}")
        options = self.reviewer.card.training
        dialogues, candidates = self._renamed(chance)
        marked = self.reviewer.mark(dialogues, candidates)
        labels = [
            np.array(redact_labels(d, found), dtype=np.float32)
            for d, found in zip(dialogues, candidates, strict=True)
        ]
        prefixes = [self._prefix(dialogue.platform, chance) for dialogue in dialogues]
        cut = self.reviewer.windows(marked)
        lengths = [w.last - w.first for w in cut]
        groups = training_groups(lengths, options.tokens_per_batch, self.seed * 1000 + epoch)
        return [partial(self._batch, group, cut, marked, prefixes, labels) for group in groups]

    def _renamed(self, chance: random.Random) -> tuple[list[Dialogue], list[list[Candidate]]]:
        options = self.reviewer.card.training
        loaded = [
            renamed(carry(d, found), self.pool, chance, options.rename_share, options.collide_share)
            for d, found in zip(self.training, self.candidates, strict=True)
        ]
        pairs = zip(loaded, self.candidates, strict=True)
        return loaded, [unload(dialogue, found) for dialogue, found in pairs]

    def _prefix(self, platform: str, chance: random.Random) -> NDArray[np.int64]:
        hidden = chance.random() < _UNKNOWN_PLATFORM_SHARE
        return self.reviewer.prefix("" if hidden else platform)

    def _batch(
        self,
        members: Sequence[int],
        cut: Sequence[Window],
        marked: Sequence[MarkedStream],
        prefixes: Sequence[NDArray[np.int64]],
        labels: Sequence[NDArray[np.float32]],
    ) -> tuple[Batch, NDArray[np.int64], Tensor]:
        batch = self.reviewer.batch(members, cut, marked, prefixes)
        places = list(places_of(members, cut, marked, prefixes, batch.offset, owned_only=False))
        where = np.array([(row, position) for row, position, _, _ in places], dtype=np.int64)
        target = [labels[dialogue][index] for _, _, dialogue, index in places]
        return batch, where, torch.tensor(target, dtype=torch.float32)

    def loss(self, prepared: object) -> Tensor:
        """Mean focal loss over the candidates of a batch."""
        batch, where, target = cast(tuple[Batch, NDArray[np.int64], Tensor], prepared)
        logits = self.reviewer.logits(batch, where[:, 0], where[:, 1])
        card = self.reviewer.card
        return focal_loss(logits, target.to(logits.device), card.focal_gamma, card.focal_alpha)


def focal_loss(logits: Tensor, target: Tensor, gamma: float, alpha: float) -> Tensor:
    """Mean of α_t (1 − p_t)^γ · −log p_t; `alpha` weighs REDACT, 1 − alpha KEEP."""
    cross_entropy = nn.functional.binary_cross_entropy_with_logits(logits, target, reduction="none")
    missing = 1 - torch.exp(-cross_entropy)
    weight = torch.where(target > 0.5, alpha, 1 - alpha)
    return 2 * (weight * missing**gamma * cross_entropy).mean()
