"""Thresholds reach their recall on the validation set, and no lower than they must."""

import numpy as np
import pytest

from pipeline.encoders.card import BaseModelCard
from pipeline.encoders.hash_cnn import HashCnnBackbone
from pipeline.encoders.stream import token_streams
from pipeline.proposer.labels import LABELS, TYPES
from pipeline.proposer.thresholds import HIGHEST, LOWEST, as_thresholds, tune
from pipeline.transcripts import Dialogue, Span, SpanType, SpeakerRole, Turn

BACKBONE = HashCnnBackbone(
    BaseModelCard(name="small", architecture="hash-cnn", source="scratch", licence="none")
)


def _dialogues(chances, kind=SpanType.NAME):
    """One name a dialogue, which the encoder believes in with the given probability."""
    turn = Turn(turn_id=3, speaker_role=SpeakerRole.TUTOR, text="hi Ann bye")
    dialogues = [
        Dialogue(
            dialogue_id=str(number),
            turns=(turn,),
            spans=(Span(turn_id=3, start=3, end=6, type=kind),),
        )
        for number in range(len(chances))
    ]
    streams = token_streams(dialogues, BACKBONE)
    scores = []
    for stream, chance in zip(streams, chances, strict=True):
        one = np.zeros((len(stream), len(LABELS)), dtype=np.float32)
        one[:, 0] = 1
        one[stream.start == 3, 0] = 1 - chance
        scores.append(one)
    return dialogues, (streams, scores)


@pytest.mark.parametrize("recall", [0.5, 0.9, 0.99])
def test_a_frequent_type_reaches_its_recall_and_no_more(recall):
    chances = np.linspace(0.04, 0.45, 100)
    dialogues, reading = _dialogues(chances)
    threshold = tune(dialogues, [reading], recall)[SpanType.NAME]

    assert (chances >= threshold - 1e-6).mean() == pytest.approx(recall, abs=0.011)


def test_the_union_counts_not_each_encoder_alone():
    dialogues, low = _dialogues([0.01] * 40)
    _, high = _dialogues([0.2] * 40)
    assert tune(dialogues, [low, high], 0.99)[SpanType.NAME] == pytest.approx(0.2)


def test_thresholds_stay_within_their_bounds():
    for chance, bound in ((0.001, LOWEST), (0.999, HIGHEST)):
        dialogues, reading = _dialogues([chance] * 40)
        assert tune(dialogues, [reading], 0.99)[SpanType.NAME] == pytest.approx(bound)


def test_rare_types_share_one_and_unseen_ones_too():
    dialogues, reading = _dialogues([0.2] * 5, SpanType.SCHOOL)
    thresholds = tune(dialogues, [reading], 0.99)
    assert thresholds[SpanType.SCHOOL] == thresholds[SpanType.AGE] == pytest.approx(0.2)


def test_a_missing_threshold_is_an_error():
    values = {kind.value: 0.1 for kind in TYPES}
    assert as_thresholds(values) == dict.fromkeys(TYPES, 0.1)
    del values["NAME"]
    with pytest.raises(KeyError):
        as_thresholds(values)
