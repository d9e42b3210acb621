"""Checkpoints: taken up whole or not at all, whatever a killed process left."""

import pytest
import torch
from torch import nn

from pipeline.encoders.card import Training
from pipeline.encoders.checkpoint import Progress, load_checkpoint
from pipeline.encoders.training import Task, train

OPTIONS = Training(
    epochs=3, learning_rate=0.1, tokens_per_batch=8, window=16, context=2, patience=9
)


class _Lesson:
    """Epochs of 5, 2 and 4 batches, as renaming makes them of different sizes."""

    sizes = (5, 2, 4)

    def __init__(self, stop_at=None):
        torch.manual_seed(3)
        self.module = nn.Linear(2, 1)
        self.seen, self.stop_at = [], stop_at

    def batches(self, epoch):
        return [lambda place=place: (epoch, place) for place in range(self.sizes[epoch])]

    def loss(self, where):
        if len(self.seen) == self.stop_at:
            raise KeyboardInterrupt
        self.seen.append(where)
        return self.module(torch.ones(1, 2)).square().sum()

    def run(self, checkpoint=None):
        steps = []
        task = Task(self.module, self.batches, self.loss, lambda: 0.0, "lesson")
        train(task, OPTIONS, checkpoint, lambda *step: steps.append(step[:2]))
        return steps


ALL = [(epoch, place) for epoch, size in enumerate(_Lesson.sizes) for place in range(size)]


def test_no_batch_is_left_out_where_epochs_differ_in_size():
    lesson = _Lesson()
    steps = lesson.run()
    assert lesson.seen == ALL
    assert steps[-1] == (len(ALL), len(ALL))


def test_a_resumed_training_goes_on_with_the_epoch_it_was_in(tmp_path):
    killed = _Lesson(stop_at=6)
    with pytest.raises(KeyboardInterrupt):
        killed.run(tmp_path / "point")
    resumed = _Lesson()
    resumed.run(tmp_path / "point")
    assert resumed.seen == ALL[5:]


@pytest.mark.parametrize("name", ["progress.json", "module.safetensors", "optimizer.safetensors"])
@pytest.mark.parametrize("damage", [lambda p: p.unlink(), lambda p: p.write_bytes(b"{ \x00")])
def test_a_damaged_checkpoint_is_left_aside_untouched(tmp_path, name, damage):
    _Lesson().run(tmp_path / "point")
    damage(tmp_path / "point" / name)

    fresh = _Lesson()
    fresh.run(tmp_path / "point")
    assert fresh.seen == ALL


def test_nothing_is_taken_up_of_a_checkpoint_that_cannot_be_read(tmp_path):
    lesson = _Lesson()
    lesson.run(tmp_path / "point")
    (tmp_path / "point" / "random.safetensors").unlink()
    module = nn.Linear(2, 1)
    before = module.weight.clone()
    found = load_checkpoint(tmp_path / "point", module, torch.optim.AdamW([module.weight]), "x")
    assert found == (Progress(), None)
    assert torch.equal(module.weight, before)
