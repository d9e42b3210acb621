import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.proposer.rules import view_of

UNSEEN = "\u200b\u200c\u200d\u200e\u200f\u202a\u202e\u2066\u2069\u061c\ufeff\u00ad\u2060"
TEXTS = st.text(st.one_of(st.characters(codec="utf-8"), st.sampled_from(UNSEEN + "\u00a0’٣３😀a1")))


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("３.１４", "3.14"),
        ("٣٤٥", "345"),
        ("१२", "12"),
        ("𝟏𝟐", "12"),
        ("ａ＠ｂ．ｃ", "a@b.c"),
        ("1\u00a0000\u2009000\u202f0", "1 000 000 0"),
        ("I’m O`Neil ‘x’ ʼ", "I'm O'Neil 'x' '"),
        ("849‑555–0455", "849-555-0455"),
        ("\u200fדוד\u200f said", "דוד said"),
        ("a\u061cb\ufeffc\u00add", "abcd"),
        # What would change the mathematics stays.
        ("10² − 3½ ₂", "10² − 3½ ₂"),
        ("é e\u0301", "é e\u0301"),
        ("two\nlines\tand tab", "two\nlines\tand tab"),
    ],
)
def test_shows_digits_spaces_and_signs_plainly(text, seen):
    assert view_of(text).text == seen


def test_a_span_covers_what_was_dropped_inside_it_and_not_around_it():
    text = "\u200bali\u200bce\u200b!"
    view = view_of(text)
    assert view.text == "alice!"
    assert view.original(0, 5) == (1, 7)
    assert text[1:7] == "ali\u200bce"


def test_code_points_beyond_the_basic_plane_count_one():
    text = "😀 \u200d😀 ３"
    view = view_of(text)
    assert view.original(view.text.index("3"), view.text.index("3") + 1) == (5, 6)


@given(TEXTS)
def test_every_character_leads_back_to_the_one_it_shows(text):
    view = view_of(text)
    for at, shown in enumerate(view.text):
        start, end = view.original(at, at + 1)
        assert end == start + 1
        assert view_of(text[start]).text == shown


@given(TEXTS)
def test_what_was_dropped_is_unseen_and_nothing_else_was(text):
    view = view_of(text)
    kept = {view.original(at, at + 1)[0] for at in range(len(view.text))}
    dropped = [text[at] for at in range(len(text)) if at not in kept]
    assert all(view_of(character).text == "" for character in dropped)
    assert len(view.text) + len(dropped) == len(text)


@given(TEXTS, st.data())
def test_spans_keep_their_order_and_stay_inside(text, data):
    view = view_of(text)
    if not view.text:
        return
    start = data.draw(st.integers(0, len(view.text) - 1))
    end = data.draw(st.integers(start + 1, len(view.text)))
    first, last = view.original(start, end)
    assert 0 <= first < last <= len(text)
    assert view_of(text[first:last]).text == view.text[start:end]


@given(TEXTS)
def test_looking_twice_shows_the_same(text):
    assert view_of(view_of(text).text).text == view_of(text).text
