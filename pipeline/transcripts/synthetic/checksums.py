"""Numbers that carry check digits, so that they look right to whoever checks them."""

from random import Random

_ABA_WEIGHTS = (3, 7, 1, 3, 7, 1, 3, 7)


def digits(rng: Random, count: int) -> str:
    """Random decimal digits."""
    return "".join(rng.choice("0123456789") for _ in range(count))


def card(rng: Random) -> str:
    """Sixteen digits in four groups that pass the Luhn check."""
    body = "4" + digits(rng, 14)
    doubled = (int(d) * 2 if at % 2 == 0 else int(d) for at, d in enumerate(body))
    total = sum(value - 9 if value > 9 else value for value in doubled)
    number = body + str(-total % 10)
    separator = rng.choice((" ", "-", ""))
    return separator.join(number[at : at + 4] for at in range(0, 16, 4))


def iban(rng: Random) -> str:
    """A German IBAN whose two check digits are right (ISO 7064, modulus 97)."""
    account = digits(rng, 18)
    check = 98 - int(account + "131400") % 97
    number = f"DE{check:02d}{account}"
    separator = rng.choice((" ", ""))
    return separator.join(number[at : at + 4] for at in range(0, 22, 4))


def routing(rng: Random) -> str:
    """A nine-digit ABA routing number with its check digit."""
    body = f"{rng.randint(1, 12):02d}" + digits(rng, 6)
    total = sum(int(d) * weight for d, weight in zip(body, _ABA_WEIGHTS, strict=True))
    return body + str(-total % 10)


def social_security(rng: Random) -> str:
    """An invented number in the form of a US social security number."""
    area = rng.choice((rng.randint(1, 665), rng.randint(667, 772)))
    return f"{area:03d}-{rng.randint(1, 99):02d}-{rng.randint(1, 9999):04d}"
