"""Who is in a dialogue: participants, people in their lives, and the characters of its problems."""

from dataclasses import dataclass, replace
from enum import StrEnum
from random import Random

from pipeline.transcripts.synthetic.people import Names, Person


class Collision(StrEnum):
    """What a real person's name is also, in a dialogue of the challenge set."""

    WORD_PROBLEM = "word_problem"
    CONCEPT = "concept"
    WORD = "word"
    THIRD_PARTY = "third_party"


@dataclass(frozen=True, slots=True)
class Cast:
    """Everybody with a name. `pupils[0]` is the student whom a tutor teaches alone."""

    pupils: tuple[Person, ...]
    tutor: Person
    sibling: Person
    parent: Person
    teacher: Person
    characters: tuple[Person, ...]
    collision: Collision | None = None

    @property
    def student(self) -> Person:
        """The student of a chat; in a class, the pupil whose name can collide."""
        return self.pupils[0]


def assemble_cast(
    rng: Random, names: Names, pupils: int, problems: int, collision: Collision | None
) -> Cast:
    """Draw people with different names, but for the collision that is asked for."""
    taken: set[str] = set()
    student = _student(rng, names, taken, collision)
    cast = Cast(
        pupils=(student, *(names.draw(rng, taken) for _ in range(pupils - 1))),
        tutor=names.draw(rng, taken),
        sibling=names.draw(rng, taken),
        parent=_woman(rng, names, taken),
        teacher=names.draw(rng, taken),
        characters=tuple(names.ordinary(rng, taken) for _ in range(2 * problems)),
        collision=collision,
    )
    return _collide(cast)


def _student(rng: Random, names: Names, taken: set[str], collision: Collision | None) -> Person:
    match collision:
        case Collision.CONCEPT:
            return replace(names.mathematician(rng, taken), always_plain=True)
        case Collision.WORD:
            return replace(names.word(rng, taken), always_plain=True)
        case Collision.WORD_PROBLEM:
            return replace(names.ordinary(rng, taken), always_plain=True)
    return names.draw(rng, taken)


def _woman(rng: Random, names: Names, taken: set[str]) -> Person:
    while (person := names.ordinary(rng, taken)).gender != "f":
        pass
    return person


def _collide(cast: Cast) -> Cast:
    if cast.collision is Collision.WORD_PROBLEM:
        return replace(cast, characters=(cast.student, *cast.characters[1:]))
    if cast.collision is Collision.THIRD_PARTY:
        sibling = replace(cast.characters[0], always_plain=True)
        return replace(cast, sibling=sibling)
    return cast
