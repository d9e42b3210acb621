"""The ways people write a name: plain, nicknamed, misspelt, in full, shouted, after a title."""

from random import Random

from pipeline.transcripts.synthetic.people import Person
from pipeline.transcripts.synthetic.segments import Segment, name

NICKNAMED, MISSPELT, IN_FULL, SHOUTED, LOWERED = 0.09, 0.07, 0.04, 0.03, 0.04
_VOWELS = "aeiou"


def mention(rng: Random, person: Person) -> list[Segment]:
    """One mention of a person by given name, in whatever form the dice say."""
    if person.always_plain:
        return [name(person.given)]
    return [name(_form(rng, person))]


def _form(rng: Random, person: Person) -> str:
    forms = ("nick", "misspelt", "full", "shouted", "lowered", "plain")
    weights = [NICKNAMED, MISSPELT, IN_FULL, SHOUTED, LOWERED]
    match rng.choices(forms, [*weights, 1 - sum(weights)])[0]:
        case "nick":
            return person.nickname or person.given
        case "misspelt":
            return misspell(rng, person.given)
        case "full":
            return person.full
        case "shouted":
            return person.given.upper()
        case "lowered":
            return person.given.lower()
    return person.given


def titled(rng: Random, person: Person) -> list[Segment]:
    """Title and surname, or its initial; the title stays outside of the name."""
    surname = person.surname if rng.random() < 0.85 else person.surname[0]
    return [Segment(f"{person.title} "), name(surname)]


def misspell(rng: Random, text: str) -> str:
    """The name with one slip of the pen; names under five letters are left alone."""
    if len(text) < 5:
        return text
    slip = rng.choice((_swap, _drop, _double, _other_vowel))
    return slip(rng, text)


def _swap(rng: Random, text: str) -> str:
    at = rng.randrange(1, len(text) - 2)
    return text[:at] + text[at + 1] + text[at] + text[at + 2 :]


def _drop(rng: Random, text: str) -> str:
    at = rng.randrange(2, len(text) - 1)
    return text[:at] + text[at + 1 :]


def _double(rng: Random, text: str) -> str:
    at = rng.randrange(2, len(text) - 1)
    return text[:at] + text[at] + text[at:]


def _other_vowel(rng: Random, text: str) -> str:
    places = [at for at, letter in enumerate(text) if at and letter in _VOWELS]
    if not places:
        return _drop(rng, text)
    at = rng.choice(places)
    return text[:at] + rng.choice(_VOWELS.replace(text[at], "")) + text[at + 1 :]
