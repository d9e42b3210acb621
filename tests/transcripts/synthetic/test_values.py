"""Invented numbers pass the checks of the libraries that recognise them; problems come out even."""

from random import Random

import phonenumbers
import pytest
from stdnum import iban, luhn
from stdnum.us import rtn, ssn

from pipeline.transcripts.synthetic import checksums
from pipeline.transcripts.synthetic.identifiers import invent
from pipeline.transcripts.synthetic.people import Person
from pipeline.transcripts.synthetic.problems import pose
from pipeline.transcripts.synthetic.words import load

SOMEBODY = Person("Łukasz", "O'Sullivan", "m", "Mr.")
RANDOMS = [Random(seed) for seed in range(60)]


@pytest.mark.parametrize(
    ("make", "is_valid"),
    [
        (checksums.card, luhn.is_valid),
        (checksums.iban, iban.is_valid),
        (checksums.routing, rtn.is_valid),
        (checksums.social_security, ssn.is_valid),
    ],
)
def test_check_digits_are_right(make, is_valid) -> None:  # type: ignore[no-untyped-def]
    made = [make(rng) for rng in RANDOMS]
    assert len(set(made)) == len(made)
    assert all(is_valid(number.replace(" ", "").replace("-", "")) for number in made)


def test_phone_numbers_are_fictitious() -> None:
    for rng in RANDOMS:
        number = invent(rng, "phone", SOMEBODY)
        digits = phonenumbers.normalize_digits_only(number)
        assert "55501" in digits


KINDS = [kind for kind, about in load("identifiers").items() if isinstance(about, dict)]


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_many_values_without_edge_whitespace(kind: str) -> None:
    values = [invent(rng, kind, SOMEBODY) for rng in RANDOMS]
    assert len(set(values)) >= 8
    assert all(value == value.strip() != "" for value in values)


@pytest.mark.parametrize("problem", load("problems"), ids=range(len(load("problems"))))
def test_problems_come_out_in_whole_positive_numbers(problem: dict) -> None:  # type: ignore[type-arg]
    for rng in RANDOMS:
        posed = pose(rng, problem, ("Ada", "f"), ("Ben", "m"))
        for step in posed.steps:
            assert step.value > 0
            assert step.slip != step.value
            if step.sign == "/":
                assert step.left == step.value * step.right
        text = "".join(segment.text for segment in posed.segments())
        assert "{" not in text
        assert text.count("Ada") >= 1 or not posed.has_character
