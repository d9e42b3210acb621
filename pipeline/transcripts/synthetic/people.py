"""Names of many origins, a share of them for each seed, and people drawn without repetition."""

from dataclasses import dataclass
from random import Random
from typing import TypeVar

from pipeline.transcripts.synthetic.words import load

SHARE_A_SEED = 0.7
WORD_SHARE = 0.07
MATHEMATICS_SHARE = 0.05
T = TypeVar("T")
_TITLES = {"f": ("Ms.", "Mrs.", "Miss", "Ms", "Dr."), "m": ("Mr.", "Mr", "Coach", "Dr.")}


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who can be mentioned; `gender` is "f" or "m"."""

    given: str
    surname: str
    gender: str
    title: str
    nickname: str = ""
    always_plain: bool = False

    @property
    def full(self) -> str:
        """Given name and surname."""
        return f"{self.given} {self.surname}"


class Names:
    """The names that dialogues of one seed draw from: seeds overlap, as real schools do."""

    def __init__(self, seed: int) -> None:
        rng = Random(f"names of {seed}")
        self._by_origin = [_share(rng, names) for names in _names_by_origin().values()]
        self._surnames = _share(rng, load("surnames"))
        self._words = [(n, about["gender"]) for n, about in load("namesakes")["words"].items()]
        sciences = load("namesakes")["mathematics"].items()
        self._mathematics = [(n, about["gender"]) for n, about in sciences]

    def draw(self, rng: Random, taken: set[str]) -> Person:
        """A person of any kind whose names nobody in `taken` has; they are added to it."""
        kind = rng.random()
        if kind < WORD_SHARE:
            return self.word(rng, taken)
        if kind < WORD_SHARE + MATHEMATICS_SHARE:
            return self.mathematician(rng, taken)
        return self.ordinary(rng, taken)

    def ordinary(self, rng: Random, taken: set[str]) -> Person:
        """A person whose name is nothing but a name."""
        while True:
            name, gender = rng.choice(rng.choice(self._by_origin))
            nicknames = load("nicknames").get(name, [])
            if not taken & {text.casefold() for text in (name, *nicknames)}:
                return self._person(rng, taken, name, gender, nicknames)

    def word(self, rng: Random, taken: set[str]) -> Person:
        """A person whose name is also an ordinary word."""
        name, gender = rng.choice([n for n in self._words if n[0].casefold() not in taken])
        return self._person(rng, taken, name, gender, [])

    def mathematician(self, rng: Random, taken: set[str]) -> Person:
        """A person whose name is also in mathematics."""
        name, gender = rng.choice([n for n in self._mathematics if n[0].casefold() not in taken])
        return self._person(rng, taken, name, gender, [])

    def _person(
        self, rng: Random, taken: set[str], name: str, gender: str, nicknames: list[str]
    ) -> Person:
        taken.update(text.casefold() for text in (name, *nicknames))
        gender = rng.choice("fm") if gender == "u" else gender
        surname = rng.choice([s for s in self._surnames if s.casefold() not in taken])
        taken.add(surname.casefold())
        nickname = rng.choice(nicknames) if nicknames else ""
        return Person(name, surname, gender, rng.choice(_TITLES[gender]), nickname)


def _names_by_origin() -> dict[str, list[tuple[str, str]]]:
    return {
        origin: [(name, gender) for gender, names in genders.items() for name in names]
        for origin, genders in load("given_names").items()
    }


def _share(rng: Random, items: list[T]) -> list[T]:
    return rng.sample(items, max(1, round(SHARE_A_SEED * len(items))))
