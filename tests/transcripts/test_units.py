"""Offsets survive every change of unit, and a wrong unit is noticed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.transcripts.units import Unit, boundaries, from_code_points, to_code_points

ENCODINGS = {
    Unit.UTF16: ("utf-16-le", 2),
    Unit.UTF8: ("utf-8", 1),
    Unit.CODE_POINTS: ("utf-32-le", 4),
}


@given(text=st.text(max_size=30), unit=st.sampled_from(Unit), data=st.data())
def test_there_and_back(text, unit, data):
    offset = data.draw(st.integers(0, len(text)))
    assert to_code_points(text, from_code_points(text, offset, unit), unit) == offset


@given(text=st.text(max_size=30), unit=st.sampled_from(Unit))
def test_lengths_are_those_of_the_encoding(text, unit):
    encoding, width = ENCODINGS[unit]
    assert boundaries(text, unit)[-1] * width == len(text.encode(encoding))


@pytest.mark.parametrize(
    ("offset", "unit", "expected"),
    [
        (2, Unit.UTF16, None),
        (3, Unit.UTF16, 2),
        (5, Unit.UTF16, None),
        (3, Unit.UTF8, None),
        (5, Unit.UTF8, 2),
        (-1, Unit.CODE_POINTS, None),
        (4, Unit.CODE_POINTS, None),
        (3, Unit.CODE_POINTS, 3),
    ],
)
def test_an_offset_inside_a_character_or_outside_is_none(offset, unit, expected):
    assert to_code_points("a😀b", offset, unit) == expected


def test_an_offset_outside_cannot_be_given_away():
    with pytest.raises(IndexError, match="outside"):
        from_code_points("abc", 4, Unit.UTF16)
