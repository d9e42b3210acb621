"""Overlapping spans come out disjoint, cover the same characters and carry the right label."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.policy.overlaps import Region, resolve
from pipeline.transcripts import SpanType


def regions_of(text: str, *found: tuple[str, str]) -> list[Region]:
    return [
        Region(text.index(surface), text.index(surface) + len(surface), SpanType(type_))
        for surface, type_ in found
    ]


@pytest.mark.parametrize(
    ("text", "found", "expected"),
    [
        pytest.param(
            "ask Maria Lopez", [("Maria", "NAME"), ("Lopez", "NAME")],
            [("Maria", "NAME"), ("Lopez", "NAME")], id="adjacent names stay two",
        ),
        pytest.param(
            "MariaLopez", [("Maria", "NAME"), ("Lopez", "NAME")],
            [("Maria", "NAME"), ("Lopez", "NAME")], id="touching names stay two",
        ),
        pytest.param(
            "Maria Lopez Garcia", [("Maria Lopez", "NAME"), ("Lopez Garcia", "NAME")],
            [("Maria Lopez Garcia", "NAME")], id="overlapping names become one",
        ),
        pytest.param(
            "Lincoln High School", [("Lincoln", "NAME"), ("Lincoln High School", "SCHOOL")],
            [("Lincoln High School", "SCHOOL")], id="inner span disappears",
        ),
        pytest.param(
            "go to Lincoln High now", [("to Lincoln", "LOCATION"), ("Lincoln High", "SCHOOL")],
            [("to Lincoln High", "SCHOOL")], id="longer label wins",
        ),
        pytest.param(
            "Jordan", [("Jordan", "LOCATION"), ("Jordan", "NAME")],
            [("Jordan", "NAME")], id="priority decides between equals",
        ),
        pytest.param(
            "Pat a@b.org", [("Pat a", "NAME"), ("a@b.org", "EMAIL")],
            [("Pat", "NAME"), ("a@b.org", "EMAIL")], id="email keeps its place, name is trimmed",
        ),
        pytest.param(
            "Patricia Lopez a@b.org", [("Patricia Lopez a", "NAME"), ("a@b.org", "EMAIL")],
            [("Patricia Lopez", "NAME"), ("a@b.org", "EMAIL")], id="though the name is longer",
        ),
        pytest.param(
            "pat@x.org/home", [("pat@x.org", "EMAIL"), ("x.org/home", "URL")],
            [("pat@x.org/home", "URL")], id="without whitespace they become one",
        ),
        pytest.param(
            "555 123 4567", [("555 123", "PHONE_NUMBER"), ("123 4567", "IDENTIFYING_NUMBER")],
            [("555", "PHONE_NUMBER"), ("123 4567", "IDENTIFYING_NUMBER")],
            id="numbers never merge across whitespace",
        ),
    ],
)  # fmt: skip
def test_what_becomes_of_two_spans(text, found, expected):
    assert resolve(regions_of(text, *found), text) == regions_of(text, *expected)


@st.composite
def crowded_texts(draw: st.DrawFn) -> tuple[str, list[Region]]:
    text = draw(st.text(st.sampled_from("ab \n😀é"), min_size=1, max_size=40))
    places = st.integers(0, len(text))
    pairs = draw(st.lists(st.tuples(places, places).filter(lambda pair: pair[0] < pair[1])))
    return text, [Region(*pair, draw(st.sampled_from(SpanType))) for pair in pairs]


def characters(regions: list[Region]) -> set[int]:
    return {place for region in regions for place in range(region.start, region.end)}


@given(crowded_texts())
def test_the_union_is_always_covered_and_nothing_else(crowd):
    text, regions = crowd
    resolved = resolve(regions, text)
    lost = characters(regions) - characters(resolved)
    assert all(text[place].isspace() for place in lost)
    assert characters(resolved) <= characters(regions)


@given(crowded_texts())
def test_the_result_is_disjoint_and_sorted(crowd):
    text, regions = crowd
    resolved = resolve(regions, text)
    assert all(one.end <= other.start for one, other in pairwise(resolved))
    assert all(region.start < region.end for region in resolved)


@given(crowded_texts(), st.randoms(use_true_random=False))
def test_the_order_of_the_spans_does_not_matter(crowd, random):
    text, regions = crowd
    shuffled = list(regions)
    random.shuffle(shuffled)
    assert resolve(shuffled, text) == resolve(regions, text)


@given(crowded_texts())
def test_resolving_again_changes_nothing(crowd):
    text, regions = crowd
    resolved = resolve(regions, text)
    assert resolve(resolved, text) == resolved


def test_ten_thousand_disjoint_spans_take_no_time():
    text = "ab " * 10_000
    regions = [Region(at, at + 2, SpanType.NAME) for at in range(0, len(text), 3)]
    assert resolve(reversed(regions), text) == regions
