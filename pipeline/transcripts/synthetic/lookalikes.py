"""Mathematics, times and section numbers in the shapes of identifiers; none of it is PII."""

from random import Random

from pipeline.transcripts.synthetic.templates import Filler, always
from pipeline.transcripts.synthetic.words import load


def slots(rng: Random) -> dict[str, Filler]:
    """Fillers for one exchange: the same slot says the same thing twice."""
    left, right = rng.randint(120, 9999), rng.randint(12, 999)
    base, power = rng.randint(2, 9), rng.randint(9, 14)
    texts = {
        "chain": _joined(rng, rng.choice((3, 4, 4, 5)), "."),
        "decimal": f"{rng.randint(0, 400)}.{rng.randint(1, 99999)}",
        "decimal2": f"{rng.randint(0, 99)}.{rng.randint(1, 999)}",
        "ratio": _joined(rng, rng.choice((2, 2, 3)), ":"),
        "ratio2": _joined(rng, 2, ":"),
        "product": f"{left} x {right} = {left * right}",
        "product_only": rng.choice((f"{left} x {right}", f"{left} times {right}")),
        "answer": str(left * right),
        "section": _joined(rng, rng.choice((2, 3)), "."),
        "point": f"({rng.randint(-12, 12)}, {rng.randint(-12, 12)})",
        "long": _long(rng),
        "time": f"{rng.randint(1, 12)}:{rng.randint(0, 59):02d}",
        "fraction": f"{rng.randint(1, 30)}/{rng.randint(2, 60)}",
        "fraction2": f"{rng.randint(1, 30)}/{rng.randint(2, 60)}",
        "minus": rng.choice(
            (f"{rng.randint(200, 999)} - {rng.randint(100, 9999)}", _joined(rng, 3, " - "))
        ),
        "page": str(rng.randint(3, 480)),
        "item": str(rng.randint(1, 40)),
        "pi": "3.14159265358979"[: rng.randint(6, 16)],
        "power": f"{base}^{power}",
        "date": _date(rng),
    }
    return {key: always(text) for key, text in texts.items()}


def _joined(rng: Random, count: int, separator: str) -> str:
    return separator.join(str(rng.randint(1, rng.choice((9, 30, 99)))) for _ in range(count))


def _long(rng: Random) -> str:
    number = rng.randint(10**4, 10 ** rng.randint(6, 10))
    return rng.choice((str(number), str(number), f"{number:,}"))


def _date(rng: Random) -> str:
    month = rng.choice(load("places")["months"])
    day = rng.randint(1, 28)
    return rng.choice((f"{month} {day}", f"{rng.randint(1, 12)}/{day}", f"{month} {day}, 1998"))
