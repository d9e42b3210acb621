"""The training loop: guarded against bad batches, resumable to the same weights, stopped early."""

import pytest
import torch
from torch import nn

from pipeline.encoders.card import Training
from pipeline.encoders.training import Task, TrainingError, seed_everything, train


def _options(**changes) -> Training:
    given = {
        "epochs": 4,
        "learning_rate": 0.05,
        "tokens_per_batch": 8,
        "window": 16,
        "context": 2,
        "patience": 9,
    }
    return Training(**given | changes)


class _Line:
    """Learn y = 3x from four batches an epoch; dropout makes the random state matter."""

    def __init__(self, spoil=frozenset(), stop_at=None, scores=None):
        seed_everything(7)
        self.module = nn.Sequential(nn.Linear(4, 8), nn.Dropout(0.5), nn.Linear(8, 1))
        self.spoil, self.stop_at, self.seen = spoil, stop_at, 0
        self.scores = scores

    def batches(self, epoch):
        return [lambda place=place: (epoch, place) for place in range(4)]

    def loss(self, where):
        if self.seen == self.stop_at:
            raise KeyboardInterrupt
        self.seen += 1
        generator = torch.Generator().manual_seed(10 * where[0] + where[1])
        x = torch.randn(16, 4, generator=generator)
        loss = nn.functional.mse_loss(self.module(x).squeeze(-1), 3 * x.sum(-1))
        return loss * float("inf") if where in self.spoil else loss

    def score(self):
        if self.scores is not None:
            return self.scores.pop(0)
        x = torch.ones(1, 4)
        return -float((self.module(x) - 12).abs())

    def task(self, identity="line"):
        return Task(self.module, self.batches, self.loss, self.score, identity)


def _weights(module):
    return torch.cat([p.detach().flatten() for p in module.parameters()])


def test_a_killed_training_ends_with_the_weights_of_an_uninterrupted_one(tmp_path):
    straight = _Line()
    train(straight.task(), _options(), None)

    killed = _Line(stop_at=10)
    with pytest.raises(KeyboardInterrupt):
        train(killed.task(), _options(), tmp_path / "point")
    resumed = _Line()
    train(resumed.task(), _options(), tmp_path / "point")

    assert resumed.seen == 8  # two epochs were saved, two are left
    assert torch.equal(_weights(resumed.module), _weights(straight.module))


def test_a_checkpoint_of_another_training_is_left_aside(tmp_path):
    train(_Line().task("one"), _options(), tmp_path / "point")
    other = _Line()
    train(other.task("other"), _options(), tmp_path / "point")
    assert other.seen == 16


def test_one_bad_batch_is_skipped_and_the_weights_stay_finite(tmp_path):
    line = _Line(spoil={(1, 2)})
    train(line.task(), _options(), tmp_path / "point")
    assert torch.isfinite(_weights(line.module)).all()
    assert '"skipped": 1' in (tmp_path / "point" / "progress.json").read_text()


def test_ten_bad_batches_in_a_row_stop_the_training():
    spoil = {(epoch, place) for epoch in (1, 2, 3) for place in range(4)}
    with pytest.raises(TrainingError, match="10 batches in a row"):
        train(_Line(spoil=spoil).task(), _options(), None)


def test_it_stops_when_nothing_improves_and_keeps_the_best():
    line = _Line(scores=[0.5, 0.4, 0.3])
    best = train(line.task(), _options(patience=2), None)
    assert (best, line.seen) == (0.5, 12)
