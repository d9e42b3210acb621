"""A reviewer may begin with a fine-tuned encoder of the same base, and with no other."""

import pytest
import torch

from pipeline.encoders.card import CardError, ReviewerCard
from pipeline.encoders.hash_cnn import HashCnnBackbone
from pipeline.reviewer.encoder_reviewer import EncoderReviewer

OPTIONS = {"learning_rate": 0.1, "epochs": 1, "tokens_per_batch": 9, "window": 9, "context": 1}


def _card(**changes) -> ReviewerCard:
    given = {
        "name": "small",
        "architecture": "hash-cnn",
        "source": "scratch",
        "licence": "none",
        "settings": {"hidden_size": 8, "table": 64},
        "training": OPTIONS,
    }
    return ReviewerCard.model_validate(given | changes)


def _weights(module):
    return torch.cat([p.detach().flatten() for p in module.parameters()])


def test_it_begins_with_the_weights_it_is_given():
    start = HashCnnBackbone(_card())
    reviewer = EncoderReviewer.fresh(_card(), ["A"], start)

    assert torch.equal(_weights(reviewer.backbone.module), _weights(start.module))


def test_training_it_leaves_the_encoder_it_began_with_alone():
    start = HashCnnBackbone(_card())
    before = _weights(start.module)
    reviewer = EncoderReviewer.fresh(_card(), ["A"], start)
    for parameter in reviewer.backbone.module.parameters():
        parameter.data.fill_(0.5)
    assert torch.equal(_weights(start.module), before)


def test_an_encoder_of_another_shape_is_refused():
    start = HashCnnBackbone(_card(settings={"hidden_size": 16, "table": 64}))
    with pytest.raises(RuntimeError, match="size mismatch"):
        EncoderReviewer.fresh(_card(), ["A"], start)


@pytest.mark.slow
def test_an_encoder_the_cascade_does_not_have_is_named(small_cascade):
    from pipeline.proposer.proposer import Proposer
    from pipeline.stages import start_of

    proposer = Proposer.load(small_cascade / "proposer")
    assert start_of(_card(starts_from="small-a"), proposer) is proposer.taggers[0].backbone
    assert start_of(_card(), proposer) is None
    with pytest.raises(CardError, match="no encoder nobody of the same base"):
        start_of(_card(starts_from="nobody"), proposer)
