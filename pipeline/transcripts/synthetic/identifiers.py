"""An invented value for each kind of identifier in `identifiers.yaml`."""

import unicodedata
from collections.abc import Callable
from random import Random

from pipeline.transcripts.synthetic import checksums
from pipeline.transcripts.synthetic.checksums import digits
from pipeline.transcripts.synthetic.people import Person
from pipeline.transcripts.synthetic.words import load

_LETTERS = "abcdefghijkmnpqrstuvwxyz"


def invent(rng: Random, kind: str, person: Person) -> str:
    """A value of the kind; e-mail addresses and user names are made from the person's name."""
    if kind in _PERSONAL:
        return _PERSONAL[kind](rng, person)
    return _IMPERSONAL[kind](rng)


def _plain(text: str) -> str:
    folded = unicodedata.normalize("NFKD", text.casefold().replace("ı", "i").replace("ł", "l"))
    return "".join(c for c in folded if c.isascii() and c.isalpha()) or "kid"


def _email(rng: Random, person: Person) -> str:
    given, surname = _plain(person.given), _plain(person.surname)
    number = rng.choice(("", "", str(rng.randint(1, 2015))))
    forms = (
        f"{given}.{surname}{number}",
        f"{given[0]}{surname}{number}",
        f"{given}{rng.randint(1, 999)}",
        f"{surname}_{given[:3]}{number}",
        f"the.{surname}s",
    )
    return f"{rng.choice(forms)}@{rng.choice(load('places')['mail_domains'])}"


def _username(rng: Random, person: Person) -> str:
    given, surname = _plain(person.given), _plain(person.surname)
    number = rng.randint(1, 2015)
    forms = (
        f"{given}{number}",
        f"{given}_{surname[:3]}",
        f"x{given}x{number}",
        f"{surname}plays{number}",
        f"{given[0]}{surname}{number % 100}",
        f"math_{given}",
        f"not.{given}.{number % 100}",
        f"{given.capitalize()}The{rng.choice(('Great', 'Cat', 'Shark'))}",
    )
    return rng.choice(forms)


def _school(rng: Random) -> str:
    words = load("places")
    if rng.random() < 0.1:
        return f"{rng.choice(('PS', 'P.S.', 'MS'))} {rng.randint(3, 399)}"
    return f"{rng.choice(words['school_heads'])} {rng.choice(words['school_kinds'])}"


def _address(rng: Random) -> str:
    words = load("places")
    street = f"{rng.choice(words['streets'])} {rng.choice(words['street_kinds'])}"
    flat = rng.choice(
        ("", "", f", Apt {rng.randint(1, 40)}{rng.choice('ABCD')}", f" #{rng.randint(1, 99)}")
    )
    return f"{rng.randint(11, 9899)} {street}{flat}"


def _date(rng: Random) -> str:
    month, day, year = rng.randrange(12), rng.randint(1, 28), rng.randint(2008, 2018)
    name = load("places")["months"][month]
    forms = (
        f"{name} {day}",
        f"{name} {day}, {year}",
        f"{month + 1}/{day}/{year}",
        f"{month + 1:02d}-{day:02d}-{year}",
        f"the {_ordinal(day)} of {name}",
        f"{name[:3]} {_ordinal(day)}",
        f"{year}-{month + 1:02d}-{day:02d}",
    )
    return rng.choice(forms)


def _ordinal(day: int) -> str:
    ending = {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th") if day not in (11, 12, 13) else "th"
    return f"{day}{ending}"


def _age(rng: Random) -> str:
    number = rng.choice((str(rng.randint(8, 17)), rng.choice(load("places")["age_words"])))
    return rng.choice((number, number, f"{number} years old"))


def _url(rng: Random) -> str:
    head = str(rng.choice(load("places")["link_heads"]))
    if head.startswith("zoom"):
        return head + digits(rng, 10)
    return head + "".join(rng.choice(_LETTERS + "23456789") for _ in range(rng.randint(6, 14)))


def _ip(rng: Random) -> str:
    return ".".join(str(rng.randint(1, 254)) for _ in range(4))


def _phone(rng: Random) -> str:
    area, line = rng.randint(201, 989), f"01{rng.randint(0, 99):02d}"
    forms = (
        f"({area}) 555-{line}",
        f"{area}-555-{line}",
        f"{area}.555.{line}",
        f"{area}555{line}",
        f"+1 {area} 555 {line}",
        f"1-{area}-555-{line}",
        f"555-{line}",
    )
    return rng.choice(forms)


def _student_id(rng: Random) -> str:
    forms = (
        digits(rng, 6),
        str(rng.randint(1, 9)) + digits(rng, 6),
        f"{rng.choice('ASKN')}{digits(rng, 7)}",
        f"{rng.choice('ABST')}-{digits(rng, 5)}",
        f"{digits(rng, 3)}-{digits(rng, 4)}",
        str(rng.randint(1, 9)) + digits(rng, 8),
    )
    return rng.choice(forms)


_PERSONAL: dict[str, Callable[[Random, Person], str]] = {"email": _email, "username": _username}
_IMPERSONAL: dict[str, Callable[[Random], str]] = {
    "school": _school,
    "location": lambda rng: str(rng.choice(load("places")["towns"])),
    "address": _address,
    "date": _date,
    "age": _age,
    "provider": lambda rng: str(rng.choice(load("places")["providers"])),
    "url": _url,
    "ip": _ip,
    "phone": _phone,
    "student_id": _student_id,
    "lunch_number": lambda rng: str(rng.randint(1, 9)) + digits(rng, rng.randint(4, 6)),
    "ssn": checksums.social_security,
    "card": checksums.card,
    "iban": checksums.iban,
    "routing": checksums.routing,
}
