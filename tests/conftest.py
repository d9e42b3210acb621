"""A small cascade, really trained by the training stages, for every test that needs one."""

from pathlib import Path

import pytest
import yaml

from pipeline.offline import go_offline

go_offline()

TRAINING = {
    "epochs": 2,
    "learning_rate": 0.003,
    "tokens_per_batch": 1024,
    "window": 96,
    "context": 16,
}
BASE = {
    "architecture": "hash-cnn",
    "source": "scratch",
    "licence": "Apache-2.0",
    "training": TRAINING,
}
SETTINGS = {"hidden_size": 32, "table": 2048, "dilations": [1, 2]}
CARDS = {
    "small-a": BASE | {"settings": SETTINGS},
    "small-b": BASE | {"settings": SETTINGS | {"dilations": [1]}},
    "small-reviewer": BASE | {"settings": SETTINGS, "focal_gamma": 2.0, "starts_from": "small-a"},
    "small": {"encoders": ["small-a", "small-b"], "reviewer": "small-reviewer"},
}


@pytest.fixture(scope="session")
def small_world(tmp_path_factory) -> Path:
    """A folder with cards in `models/` and synthetic dialogues in `data/`."""
    from pipeline.transcripts.native import write_dialogues
    from pipeline.transcripts.synthetic import generate

    world = tmp_path_factory.mktemp("world")
    (world / "models").mkdir()
    for name, card in CARDS.items():
        (world / "models" / f"{name}.yaml").write_text(yaml.safe_dump({"name": name} | card))
    for name, count, seed in (("train", 24, 1), ("val", 8, 2), ("canonical", 8, 3)):
        write_dialogues(generate(count, seed), world / "data" / f"{name}.jsonl")
    return world


@pytest.fixture(scope="session")
def small_cascade(small_world) -> Path:
    """The folder of a trained small cascade; not to be written to."""
    from pipeline.stages import train_cascade

    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(small_world)
        train_cascade(
            Path("data"), "small", small_world / "cascade", 13, lambda _title: lambda *_: None
        )
    return small_world / "cascade"
