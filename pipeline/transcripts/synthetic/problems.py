"""Word problems with numbers of their own, whose steps and slips can be talked about."""

from dataclasses import dataclass
from random import Random
from typing import Any

from pipeline.transcripts.synthetic import trimmings
from pipeline.transcripts.synthetic.segments import Segment
from pipeline.transcripts.synthetic.templates import Filler, Slots, always, fill, slots_in
from pipeline.transcripts.synthetic.words import load

_SIGNS = {
    "+": ("+", "+", "plus"),
    "-": ("-", "-", "minus"),
    "x": ("x", "*", "times", "×"),
    "/": ("/", "÷", "divided by"),
}
_WRONG_SIGN = {"+": "x", "-": "+", "x": "+", "/": "-"}
_PRONOUNS = {"f": ("she", "her", "her"), "m": ("he", "his", "him")}


@dataclass(frozen=True, slots=True)
class Step:
    """One sum on the way: `what` is a pattern; `slip` is the result of the wrong sum."""

    what: str
    left: int
    sign: str
    right: int
    value: int
    wrong_sign: str
    slip: int

    def sum(self, rng: Random) -> str:
        """The right sum, in one of its spellings."""
        return f"{self.left} {rng.choice(_SIGNS[self.sign])} {self.right}"

    def slip_sum(self, rng: Random) -> str:
        """The wrong sum, in one of its spellings."""
        return f"{self.left} {rng.choice(_SIGNS[self.wrong_sign])} {self.right}"


@dataclass(frozen=True, slots=True)
class Problem:
    """A posed problem: text pattern, slots for its numbers and things, and its steps."""

    text: str
    slots: Slots
    steps: tuple[Step, ...]
    first: int

    @property
    def has_character(self) -> bool:
        """Whether somebody with a name is in the story."""
        return "c1" in slots_in(self.text)

    def segments(self) -> list[Segment]:
        """The problem as it is given to the student."""
        return fill(self.text, self.slots)


class Problems:
    """The problems of one seed: a share of all, so that seeds differ in their mix."""

    def __init__(self, seed: int) -> None:
        everything = load("problems")
        self._problems = Random(f"problems of {seed}").sample(everything, len(everything) * 3 // 4)
        self._with_character = [p for p in self._problems if "c1" in slots_in(p["text"])]

    def draw(self, rng: Random, count: int, *, with_character: bool) -> list[dict[str, Any]]:
        """Different problems, not yet posed; the first has a character when asked to."""
        first = rng.choice(self._with_character if with_character else self._problems)
        others = [problem for problem in self._problems if problem is not first]
        return [first, *rng.sample(others, count - 1)]


def pose(rng: Random, problem: dict[str, Any], c1: tuple[str, str], c2: tuple[str, str]) -> Problem:
    """Give a problem numbers, things, places and its two characters (name, gender)."""
    numbers = _numbers(rng, problem["numbers"])
    places = rng.sample(load("curriculum")["places"], 2)
    subject, possessive, object_ = _PRONOUNS[c1[1]]
    slots: dict[str, Filler] = {
        **trimmings.slots(rng),
        **{key: always(str(number)) for key, number in numbers.items()},
        "c1": lambda: [Segment(c1[0], keep="word_problem")],
        "c2": lambda: [Segment(c2[0], keep="word_problem")],
        "place": lambda: [Segment(places[0], keep="other")],
        "place2": lambda: [Segment(places[1], keep="other")],
        "he": always(subject),
        "He": always(subject.capitalize()),
        "his": always(possessive),
        "him": always(object_),
        "thing": always(rng.choice(problem.get("things", ["things"]))),
    }
    steps = tuple(_steps(rng, problem["steps"], numbers))
    text = trimmings.trim(rng, problem["text"])
    return Problem(text, slots, steps, next(iter(numbers.values())))


def _numbers(rng: Random, recipes: dict[str, str]) -> dict[str, int]:
    numbers: dict[str, int] = {}
    for key, recipe in recipes.items():
        if ".." in recipe:
            low, high = recipe.split("..")
            numbers[key] = rng.randint(int(low), int(high))
        else:
            left, sign, right = recipe.split()
            numbers[key] = _calculate(numbers[left], sign, numbers[right])
    return numbers


def _steps(rng: Random, recipes: list[list[str]], numbers: dict[str, int]) -> list[Step]:
    known = dict(numbers)
    steps = []
    for number, (what, recipe) in enumerate(recipes, start=1):
        left, sign, right = recipe.split()
        value = known[f"s{number}"] = _calculate(known[left], sign, known[right])
        wrong = _WRONG_SIGN[sign]
        slip = _calculate(known[left], wrong, known[right])
        if rng.random() < 0.4 or slip == value:
            slip = value + rng.choice((-2, -1, 1, 2, 10))
        steps.append(Step(what, known[left], sign, known[right], value, wrong, slip))
    return steps


def _calculate(left: int, sign: str, right: int) -> int:
    match sign:
        case "+":
            return left + right
        case "-":
            return left - right
        case "x":
            return left * right
    return left // right
