"""One training loop for proposers and reviewers: guarded, resumable, stopped early."""

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from pipeline.encoders.card import Training
from pipeline.encoders.checkpoint import (
    Progress,
    load_checkpoint,
    save_checkpoint,
    snapshot,
)
from pipeline.encoders.precision import best_device, mixed_precision
from pipeline.errors import UserError

_MOST_SKIPPED_IN_A_ROW = 10
_STEPS_A_CHECKPOINT = 200


class TrainingError(UserError):
    """A training that cannot go on: the loss stayed infinite or was not a number."""

    exit_code = 1


@dataclass(frozen=True)
class Task:
    """What one training needs to know of its model.

    `epoch_batches(epoch)` gives that epoch's batches as callables, so that only one is in memory;
    the same epoch must always give the same batches. `loss` is a scalar; `score`, higher is
    better, is measured on validation data after each epoch. `identity` names data and options:
    a checkpoint of another identity is not resumed.
    """

    module: nn.Module
    epoch_batches: Callable[[int], Sequence[Callable[[], object]]]
    loss: Callable[[object], Tensor]
    score: Callable[[], float]
    identity: object


Report = Callable[[int, int, str], None]
"""Called after each step with steps done, steps in all, and a word on the state."""


def seed_everything(seed: int) -> None:
    """Seed Python, numpy and torch."""
    random.seed(seed)
    np.random.seed(seed % 2**32)
    torch.manual_seed(seed)


def train(
    task: Task, options: Training, checkpoint: Path | None, report: Report = lambda *_: None
) -> float:
    """Fine-tune `task.module` in place and leave it with its best weights; returns their score.

    AdamW, linear warm-up and decay, clipped gradients. Resumes from `checkpoint` if that holds
    the same training. Raises TrainingError after ten batches in a row without a finite loss.
    """
    loop = _Loop(task, options, checkpoint, report)
    return loop.run()


class _Loop:
    def __init__(
        self, task: Task, options: Training, checkpoint: Path | None, report: Report
    ) -> None:
        self.task, self.options, self.checkpoint, self.report = task, options, checkpoint, report
        self.device = best_device()
        task.module.to(self.device)
        self.optimizer = _optimizer(task.module, options)
        self.fingerprint = sha256(json.dumps(task.identity, default=str).encode()).hexdigest()
        self.progress = Progress()
        self.best: dict[str, Tensor] | None = None
        if checkpoint is not None:
            self.progress, self.best = load_checkpoint(
                checkpoint, task.module, self.optimizer, self.fingerprint
            )
        self.steps = 0
        self.skipped_in_a_row = 0

    def run(self) -> float:
        while not self._finished():
            self._epoch()
            self._judge()
            self._save()
        if self.best is not None:
            self.task.module.load_state_dict(self.best)
        self.task.module.eval()
        return self.progress.best_score if self.progress.best_score is not None else 0.0

    def _finished(self) -> bool:
        stalled = self.progress.epochs_since_best >= self.options.patience
        return stalled or self.progress.epoch >= self.options.epochs

    def _epoch(self) -> None:
        batches = self.task.epoch_batches(self.progress.epoch)
        # Renamed dialogues make epochs of different numbers of batches.
        begun = self.progress.step - self.progress.batch
        self.steps = begun + len(batches) * (self.options.epochs - self.progress.epoch)
        self.task.module.train()
        for make in batches[self.progress.batch :]:
            self._step(make())
            self.progress.step += 1
            self.progress.batch += 1
            self.report(self.progress.step, self.steps, self._state())
            if self.progress.step % _STEPS_A_CHECKPOINT == 0:
                self._save()

    def _step(self, batch: object) -> None:
        self._set_learning_rate()
        with mixed_precision(self.device):
            loss = self.task.loss(batch)
        loss.backward()  # type: ignore[no-untyped-call]
        norm = nn.utils.clip_grad_norm_(
            self.task.module.parameters(), self.options.max_gradient_norm
        )
        if torch.isfinite(loss) and torch.isfinite(norm):
            self.optimizer.step()
            self.skipped_in_a_row = 0
        else:
            self._skip()
        self.optimizer.zero_grad(set_to_none=True)

    def _skip(self) -> None:
        self.progress.skipped += 1
        self.skipped_in_a_row += 1
        if self.skipped_in_a_row >= _MOST_SKIPPED_IN_A_ROW:
            raise TrainingError(
                f"training stopped at step {self.progress.step}: the loss of "
                f"{self.skipped_in_a_row} batches in a row was not finite"
            )

    def _set_learning_rate(self) -> None:
        done = self.progress.step / max(1, self.steps)
        share = done / self.options.warmup if done < self.options.warmup else 1 - done
        share /= 1 if done < self.options.warmup else 1 - self.options.warmup
        for group in self.optimizer.param_groups:
            group["lr"] = self.options.learning_rate * max(0.0, share)

    def _judge(self) -> None:
        self.task.module.eval()
        with torch.inference_mode():
            score = self.task.score()
        self.progress.epoch += 1
        self.progress.batch = 0
        self.progress.epochs_since_best += 1
        if self.progress.best_score is None or score > self.progress.best_score:
            self.progress.best_score = score
            self.progress.epochs_since_best = 0
            self.best = snapshot(self.task.module)

    def _save(self) -> None:
        if self.checkpoint is not None:
            save_checkpoint(
                self.checkpoint,
                self.task.module,
                self.optimizer,
                self.progress,
                self.best,
                self.fingerprint,
            )

    def _state(self) -> str:
        best = self.progress.best_score
        return "" if best is None else f"best {best:.3f}"


def _optimizer(module: nn.Module, options: Training) -> torch.optim.AdamW:
    plain = [p for p in module.parameters() if p.ndim < 2]
    decayed = [p for p in module.parameters() if p.ndim >= 2]
    groups = [
        {"params": decayed, "weight_decay": options.weight_decay},
        {"params": plain, "weight_decay": 0.0},
    ]
    return torch.optim.AdamW(groups, lr=options.learning_rate)
