"""Sentences around a word problem, so that the same story is rarely told twice alike."""

import re
from random import Random

from pipeline.transcripts.synthetic.segments import Segment
from pipeline.transcripts.synthetic.templates import Filler, always, slots_in
from pipeline.transcripts.synthetic.words import load

_BEFORE_QUESTION = re.compile(r"(?<=[.]) (?=[^.]*\?$)")


def trim(rng: Random, text: str) -> str:
    """The problem pattern with a beginning, an idle fact before its question, or both."""
    words = load("trimmings")
    choice = rng.choice(("prologue", "distractor", "both", "both"))
    if choice != "distractor":
        text = f"{_fitting(rng, words['prologues'], text)} {text}"
    if choice != "prologue":
        text = _BEFORE_QUESTION.sub(f" {_fitting(rng, words['distractors'], text)} ", text)
    return text


def _fitting(rng: Random, sentences: list[str], text: str) -> str:
    """A sentence; one about the character only where the problem has one."""
    has_character = "c1" in slots_in(text)
    return rng.choice([s for s in sentences if has_character or "c1" not in slots_in(s)])


def slots(rng: Random) -> dict[str, Filler]:
    """What these sentences say beyond the problem's own slots."""
    words = load("trimmings")
    return {
        "n": lambda: [Segment(str(rng.randint(11, 88)))],
        "day": always(rng.choice(words["days"])),
        "month": always(rng.choice(load("places")["months"])),
        "team": always(rng.choice(words["teams"])),
    }
