"""Offsets of every kind of tokenizer point at the text as it landed."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pipeline.encoders.backbone import MARKERS

TEXTS = [
    "Maria Lopez says hi",
    "  Tom,  Zoë\tand\nMaria\nLopez ",
    "Hi 😀 I am Maria",
    "O’Sullivan-Kraft's 3.14",
    "",
    "‏דוד‏ said",
]


@pytest.mark.parametrize("text", TEXTS)
def test_no_token_has_white_space_at_an_edge(backbone, text):
    tokens = backbone.tokenise([text])[0]

    for start, end in tokens.offsets:
        assert 0 <= start <= end <= len(text)
        assert text[start:end] == text[start:end].strip()


@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40, deadline=None
)
@given(text=st.text(max_size=60))
def test_offsets_are_in_order_and_in_range(backbone, text):
    offsets = backbone.tokenise([text])[0].offsets

    assert ((offsets >= 0) & (offsets <= len(text))).all()
    assert (np.diff(offsets[:, 0]) >= 0).all()


@pytest.mark.parametrize("word", ["Maria", "Lopez", "Tom"])
def test_a_word_is_covered_exactly(backbone, word):
    text = f"so {word}, what is 3 x 4?"
    start = text.index(word)
    offsets = backbone.tokenise([text])[0].offsets

    inside = [(s, e) for s, e in offsets if s < start + len(word) and e > start]
    assert (min(s for s, _ in inside), max(e for _, e in inside)) == (start, start + len(word))


def test_nothing_is_truncated(backbone):
    text = "word " * 3000 + "end"
    assert backbone.tokenise([text])[0].offsets[-1][1] == len(text)


def test_markers_differ_from_each_other_and_from_padding(backbone):
    rows = {tuple(backbone.marker(name).tolist()) for name in MARKERS}
    assert len(rows) == len(MARKERS)
    assert tuple(backbone.padding().tolist()) not in rows
