"""A card in `models/`: where a base model comes from, under which licence, and how to train it."""

from pathlib import Path
from typing import Any, Literal, Self

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from pipeline.errors import UserError

_BESIDE_THE_PACKAGE = Path(__file__).resolve().parents[2] / "models"


class CardError(UserError):
    """A card that is missing or wrong: names the card and the field."""


class _Card(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str

    @classmethod
    def load(cls, name: str) -> Self:
        """Read `models/<name>.yaml` of the working folder, else of this repository."""
        path = find_card(name)
        try:
            card = cls.model_validate(yaml.safe_load(path.read_text(encoding="utf-8")))
        except ValidationError as error:
            first = error.errors(include_input=False, include_url=False)[0]
            where = ".".join(str(part) for part in first["loc"]) or "the card"
            raise CardError(f"{path}: {where}: {first['msg']}") from None
        except (UnicodeDecodeError, yaml.YAMLError) as error:
            raise CardError(f"{path}: not YAML: {type(error).__name__}") from None
        if card.name != name:
            raise CardError(f"{path}: says its name is {card.name}; it must be that of its file")
        return card


def find_card(name: str) -> Path:
    """The file of the card `name`. Raises CardError when there is none."""
    for folder in (Path("models"), _BESIDE_THE_PACKAGE):
        if (path := folder / f"{name}.yaml").is_file():
            return path
    raise CardError(f"no card models/{name}.yaml")


class BaseModelCard(_Card):
    """The base: architecture, source (`pypi:…`, `hf:…`, `path:…`, `scratch`), hash and licence."""

    architecture: Literal["transformer", "hash-cnn"]
    source: str
    revision: str = ""
    sha256: str = ""
    licence: str
    description: str = ""
    settings: dict[str, Any] = Field(default_factory=dict)


class Training(BaseModel):
    """Hyperparameters of one fine-tuning. Lengths and batch sizes count tokens."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    epochs: int = Field(gt=0)
    learning_rate: float = Field(gt=0)
    tokens_per_batch: int = Field(gt=0)
    window: int = Field(gt=8, description="tokens a window")
    context: int = Field(ge=0, description="tokens at each edge of a window kept as context")
    warmup: float = Field(default=0.1, ge=0, le=1)
    weight_decay: float = 0.01
    max_gradient_norm: float = 1.0
    patience: int = Field(default=2, gt=0, description="epochs without improvement")
    rename_share: float = Field(default=0.0, ge=0, le=1)
    collide_share: float = Field(default=0.0, ge=0, le=1)

    @model_validator(mode="after")
    def _context_leaves_room(self) -> Self:
        if self.window <= 2 * self.context:
            raise ValueError("window must exceed twice the context")
        return self


class EncoderCard(BaseModelCard):
    """A proposer's encoder: a base and how to fine-tune it as a typed BIO tagger."""

    training: Training
    max_class_weight: float = 3.0


class ReviewerCard(BaseModelCard):
    """An encoder reviewer: a base and how to fine-tune it to REDACT or KEEP (focal loss)."""

    training: Training
    focal_gamma: float = 2.0
    focal_alpha: float = 0.5
    starts_from: str = Field(
        default="", description="an encoder of the cascade, of the same base, to begin with"
    )


class CascadeCard(_Card):
    """A cascade: its encoders, its reviewer, and the targets its thresholds are tuned for."""

    description: str = ""
    encoders: tuple[str, ...] = Field(min_length=1)
    reviewer: str
    proposer_recall: float = Field(default=0.99, gt=0, le=1)
    cascade_recall: float = Field(default=0.97, gt=0, le=1)
    folds: int = Field(default=2, ge=2)
    fold_epochs_share: float = Field(default=0.5, gt=0, le=1)
