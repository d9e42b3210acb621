"""Fine-tuning an encoder as a tagger: length-sorted batches, class weights, early stopping."""

import random
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import cast

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from pipeline.encoders.batches import Batch, training_groups
from pipeline.encoders.card import EncoderCard
from pipeline.encoders.renaming import name_pool, renamed
from pipeline.encoders.stream import TokenStream, Window
from pipeline.encoders.training import Report, Task, seed_everything, train
from pipeline.proposer.labels import LABELS, gold_labels
from pipeline.proposer.tagger import Tagger
from pipeline.transcripts import Dialogue
from pipeline.transcripts.native import digest

_IGNORE = -100


def train_tagger(
    card: EncoderCard,
    training: Sequence[Dialogue],
    validation: Sequence[Dialogue],
    seed: int,
    checkpoint: Path | None = None,
    report: Report = lambda *_: None,
) -> Tagger:
    """A tagger fine-tuned on `training`, at its best epoch by average precision on `validation`."""
    seed_everything(seed)
    tagger = Tagger.fresh(card)
    lesson = _Lesson(tagger, training, validation, seed)
    task = Task(
        module=tagger.module,
        epoch_batches=lesson.epoch_batches,
        loss=lesson.loss,
        score=lesson.score,
        identity=[card.model_dump(), seed, digest(training), digest(validation)],
    )
    train(task, card.training, checkpoint, report)
    return tagger


class _Lesson:
    """The data of one training, as the loop asks for it."""

    def __init__(
        self,
        tagger: Tagger,
        training: Sequence[Dialogue],
        validation: Sequence[Dialogue],
        seed: int,
    ) -> None:
        self.tagger, self.training, self.seed = tagger, training, seed
        self.pool = name_pool(training)
        self.weights = class_weights(tagger, training)
        self.validation = tagger.streams(validation)
        self.gold = _labels(validation, self.validation)

    def epoch_batches(self, epoch: int) -> list[Callable[[], object]]:
        """That epoch's batches; names are drawn anew for each epoch."""
        options = self.tagger.card.training
        chance = random.Random(f"{self.seed}/{epoch}")
        dialogues = [
            renamed(d, self.pool, chance, options.rename_share, options.collide_share)
            for d in self.training
        ]
        streams = self.tagger.streams(dialogues)
        labels = _labels(dialogues, streams)
        cut = self.tagger.windows(streams)
        lengths = [w.last - w.first for w in cut]
        groups = training_groups(lengths, options.tokens_per_batch, self.seed * 1000 + epoch)
        return [partial(self._batch, group, cut, streams, labels) for group in groups]

    def _batch(
        self,
        members: Sequence[int],
        cut: Sequence[Window],
        streams: Sequence[TokenStream],
        labels: Sequence[NDArray[np.int64]],
    ) -> tuple[Batch, Tensor]:
        batch = self.tagger.batch(members, cut, streams)
        target = torch.full(batch.mask.shape, _IGNORE)
        for place, member in enumerate(members):
            window = cut[member]
            gold = labels[window.stream][window.first : window.last]
            target[place, batch.offset : batch.offset + len(gold)] = torch.from_numpy(gold)
        return batch, target

    def loss(self, prepared: object) -> Tensor:
        """Weighted cross-entropy over all tokens but the frame."""
        batch, target = cast(tuple[Batch, Tensor], prepared)
        logits = self.tagger.logits(batch)
        return nn.functional.cross_entropy(
            logits.flatten(0, 1),
            target.to(logits.device).flatten(),
            weight=self.weights.to(logits.device),
            ignore_index=_IGNORE,
        )

    def score(self) -> float:
        """Average precision of 1 − P(O) for tokens of gold spans."""
        scores = np.concatenate([p[:, 0] for p in self.tagger.probabilities(self.validation)])
        return average_precision(1 - scores, np.concatenate(self.gold) > 0)


def _labels(
    dialogues: Sequence[Dialogue], streams: Sequence[TokenStream]
) -> list[NDArray[np.int64]]:
    return [gold_labels(d, s) for d, s in zip(dialogues, streams, strict=True)]


def class_weights(tagger: Tagger, dialogues: Sequence[Dialogue]) -> Tensor:
    """Weights [labels]: 1 for O, growing with rarity (square root) up to the card's bound."""
    labels = _labels(dialogues, tagger.streams(dialogues))
    counts = np.bincount(np.concatenate(labels), minlength=len(LABELS)).clip(min=1)
    rarity = np.sqrt(counts[1:].max() / counts[1:])
    bound = tagger.card.max_class_weight
    weights = np.concatenate([[1.0], np.clip(1.5 * rarity, 1.0, bound)])
    return torch.tensor(weights, dtype=torch.float32)


def average_precision(scores: NDArray[np.float32], positive: NDArray[np.bool_]) -> float:
    """Area under the precision-recall curve; 0 where nothing is positive."""
    if not positive.any():
        return 0.0
    ranked = positive[np.argsort(-scores, kind="stable")]
    precision = np.cumsum(ranked) / np.arange(1, len(ranked) + 1)
    return float(precision[ranked].mean())
