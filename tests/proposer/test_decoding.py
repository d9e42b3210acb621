"""Label probabilities become spans on offsets: whole words, names apart, possessives outside."""

import numpy as np
import pytest

from pipeline.encoders.card import BaseModelCard
from pipeline.encoders.hash_cnn import HashCnnBackbone
from pipeline.encoders.stream import token_streams
from pipeline.proposer.decoding import decode
from pipeline.proposer.labels import LABELS, TYPES, gold_labels
from pipeline.transcripts import Dialogue, Span, SpanType, SpeakerRole, Turn

BACKBONE = HashCnnBackbone(
    BaseModelCard(name="small", architecture="hash-cnn", source="scratch", licence="none")
)
EVEN = dict.fromkeys(TYPES, 0.5)


def _dialogue(text, spans=()) -> Dialogue:
    turn = Turn(turn_id=4, speaker_role=SpeakerRole.TUTOR, text=text)
    gold = tuple(Span(turn_id=4, start=s, end=e, type=kind) for s, e, kind in spans)
    return Dialogue(dialogue_id="d", turns=(turn,), spans=gold)


def _decode(dialogue, labelled, thresholds=EVEN):
    """Decode with certain probabilities: `labelled` maps a token's text to its label."""
    stream = token_streams([dialogue], BACKBONE)[0]
    probabilities = np.zeros((len(stream), len(LABELS)), dtype=np.float32)
    probabilities[:, 0] = 1
    for place, (start, end) in enumerate(zip(stream.start, stream.end, strict=True)):
        label = labelled.get(dialogue.turns[0].text[start:end]) if start >= 0 else None
        if label:
            name, _, chance = label.partition("@")
            probabilities[place, LABELS.index(name)] = float(chance or 1)
            probabilities[place, 0] = 1 - float(chance or 1)
    found = decode(dialogue, stream, probabilities, thresholds, "encoder:small")
    return [(dialogue.turns[0].text[c.start : c.end], c.type) for c in found]


@pytest.mark.parametrize(
    ("text", "labelled", "expected"),
    [
        ("Hi Maria Lopez!", {"Maria": "B-NAME", "Lopez": "I-NAME"}, ["Maria Lopez"]),
        ("Maria\nLopez ok", {"Maria": "B-NAME", "Lopez": "I-NAME"}, ["Maria\nLopez"]),
        ("Maria Tom ok", {"Maria": "B-NAME", "Tom": "B-NAME"}, ["Maria", "Tom"]),
        (
            "Aria and Leo",
            {"Aria": "B-NAME", "and": "I-NAME", "Leo": "I-NAME"},
            ["Aria", "Leo"],
        ),
        ("Aria, Leo", {"Aria": "B-NAME", ",": "I-NAME", "Leo": "I-NAME"}, ["Aria", "Leo"]),
        ("Nimbus's sum", {"Nimbus": "B-NAME", "'": "I-NAME", "s": "I-NAME"}, ["Nimbus"]),
        ("* Pra presented", {"*": "B-NAME", "Pra": "I-NAME"}, ["Pra"]),
        (
            "Kraft-Hill said",
            {"Kraft": "B-NAME", "-": "I-NAME", "Hill": "I-NAME"},
            ["Kraft-Hill"],
        ),
        ("O’Rourke", {"O": "B-NAME", "’": "I-NAME", "Rourke": "I-NAME"}, ["O’Rourke"]),
        ("x 😀 Dani!", {"Dani": "B-NAME"}, ["Dani"]),
        ("6033391 ok", {"6033391": "B-NAME"}, []),
        ("room8b ok", {"room": "B-NAME"}, ["room8b"]),
    ],
)
def test_names(text, labelled, expected):
    assert [surface for surface, _ in _decode(_dialogue(text), labelled)] == expected


def test_a_doubtful_piece_inside_a_word_loses_nothing_after_it():
    labelled = {"room": "B-NAME", "b": "B-NAME", "Lopez": "I-NAME"}
    dialogue = _dialogue("room8b Lopez ok")
    found = _decode(dialogue, labelled)
    assert [surface for surface, _ in found] == ["room8b", "room8b Lopez"]


def test_other_types_keep_their_commas():
    labelled = {"12": "B-ADDRESS", "Elm": "I-ADDRESS", ",": "I-ADDRESS", "Leeds": "I-ADDRESS"}
    assert _decode(_dialogue("12 Elm, Leeds"), labelled) == [("12 Elm, Leeds", SpanType.ADDRESS)]


def test_neighbours_of_different_types_are_two():
    labelled = {"Tom": "B-NAME", "Leeds": "I-LOCATION"}
    found = _decode(_dialogue("Tom Leeds"), labelled)
    assert found == [("Tom", SpanType.NAME), ("Leeds", SpanType.LOCATION)]


def test_each_type_has_its_own_threshold():
    doubtful = {"Tom": "B-NAME@0.3", "Leeds": "B-LOCATION@0.3"}
    thresholds = EVEN | {SpanType.NAME: 0.2}
    assert _decode(_dialogue("Tom in Leeds"), doubtful, thresholds) == [("Tom", SpanType.NAME)]


@pytest.mark.parametrize(
    "text", ["Maria\nLopez\tand  Tom", "  Maria\tLopez \n\n and Tom ", "😀Maria Lopez😀 and Tom"]
)
def test_gold_spans_survive_labels_and_back(text):
    first, last = text.index("Maria"), text.index("Lopez") + 5
    tom = text.index("Tom")
    gold = [(first, last, SpanType.NAME), (tom, tom + 3, SpanType.NAME)]
    dialogue = _dialogue(text, gold)
    stream = token_streams([dialogue], BACKBONE)[0]
    probabilities = np.eye(len(LABELS), dtype=np.float32)[gold_labels(dialogue, stream)]

    found = decode(dialogue, stream, probabilities, EVEN, "encoder:small")
    assert [(c.start, c.end, c.type) for c in found] == gold
