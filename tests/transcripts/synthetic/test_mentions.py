"""People are named in every form that real transcripts have."""

import re
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.transcripts import Dialogue, SpanType
from pipeline.transcripts.synthetic.mentions import misspell
from pipeline.transcripts.synthetic.words import load

GIVEN = {n for genders in load("given_names").values() for ns in genders.values() for n in ns}
WORDS = set(load("namesakes")["words"])
MATHEMATICS = set(load("namesakes")["mathematics"])
NICKNAMES = {n for names in load("nicknames").values() for n in names}
SURNAMES = set(load("surnames"))
KNOWN = {name.casefold() for name in GIVEN | WORDS | MATHEMATICS | NICKNAMES | SURNAMES}

FORMS: dict[str, Callable[[str, str, str], bool]] = {
    "plain": lambda name, _before, _after: name in GIVEN,
    "lower case": lambda name, _before, _after: name.islower(),
    "all caps": lambda name, _before, _after: len(name) > 2 and name.isupper(),
    "possessive": lambda _name, _before, after: after.startswith(("'s", "’s")),
    "nickname": lambda name, _before, _after: name in NICKNAMES - GIVEN - WORDS,
    "misspelt": lambda name, _before, _after: " " not in name and name.casefold() not in KNOWN,
    "in full": lambda name, _before, _after: name.partition(" ")[0] in GIVEN and " " in name,
    "after a title": lambda _name, before, _after: bool(re.search(r"(Ms|Mr|Dr|Mrs)\.? $", before)),
    "initial": lambda name, before, _after: len(name) == 1 and before.endswith(" "),
    "a word": lambda name, _before, _after: name in WORDS,
    "mathematics": lambda name, _before, _after: name in MATHEMATICS,
    "of a relative": lambda _name, before, _after: before.endswith(("brother ", "sister ", "mom ")),
    "not ASCII": lambda name, _before, _after: not name.isascii(),
}


@pytest.mark.parametrize("form", FORMS)
def test_form_occurs(form: str, canonical: list[Dialogue]) -> None:
    found = 0
    for dialogue in canonical:
        for span in dialogue.spans or ():
            text = dialogue.text_of(span.turn_id)
            parts = text[span.start : span.end], text[: span.start], text[span.end :]
            found += span.type is SpanType.NAME and FORMS[form](*parts)
    assert found >= 5


@given(st.sampled_from(sorted(name for name in GIVEN if len(name) >= 5)), st.integers())
def test_a_misspelling_is_one_slip_away(name: str, seed: int) -> None:
    slipped = misspell(Random(seed), name)
    assert slipped[0] == name[0]
    assert abs(len(slipped) - len(name)) <= 1
    assert len(set(slipped) ^ set(name)) <= 2


def test_the_lists_are_wide() -> None:
    assert len(GIVEN) >= 150
    assert len(load("given_names")) >= 10
    assert len(SURNAMES) >= 80
    assert NICKNAMES
    assert load("nicknames").keys() <= GIVEN
