"""The one place that knows which class an architecture is."""

from pathlib import Path

from pipeline.encoders.backbone import Backbone
from pipeline.encoders.card import BaseModelCard


def fresh_backbone(card: BaseModelCard) -> Backbone:
    """The base model of a card, to be fine-tuned."""
    if card.architecture == "hash-cnn":
        from pipeline.encoders.hash_cnn import HashCnnBackbone

        return HashCnnBackbone(card)
    from pipeline.encoders.transformer import TransformerBackbone

    return TransformerBackbone.fresh(card)


def load_backbone(card: BaseModelCard, folder: Path) -> Backbone:
    """A fine-tuned backbone's shape and tokenizer; its owner loads the weights."""
    if card.architecture == "hash-cnn":
        from pipeline.encoders.hash_cnn import HashCnnBackbone

        return HashCnnBackbone(card)
    from pipeline.encoders.transformer import TransformerBackbone

    return TransformerBackbone.load(card, folder)
