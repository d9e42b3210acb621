"""Is this number being calculated with? Mathematics is what a tutoring transcript is full of."""

import re

from pipeline.proposer.rules.view import View

_BEFORE = re.compile(
    r"(?:[=*/×÷^<>≈√$€£]|\d\s*[-−x+]|\b(?:plus|minus|times|by|equals|over|factorial))\s*$",
    re.IGNORECASE,
)
_AFTER = re.compile(
    r"\s*(?:[=+*×÷^<>≈%!]\s*(?=[\w($])|[=×÷^≈%]|\s/\s|/\s*\d|[-−x]\s*\d|-\s+\d|"
    r"(?:plus|minus|times|divided|multiplied|equals|over|rounded|dollars|cents)\b)",
    re.IGNORECASE,
)


def calculated_with(view: View, start: int, end: int) -> bool:
    """Whether an operator, an equals sign or money stands next to the number."""
    return bool(_BEFORE.search(view.before(start, 12)) or _AFTER.match(view.after(end, 14)))


def is_counting(digits: str) -> bool:
    """Whether the digits are somebody counting aloud: "1-234-567-8910", "12345678"."""
    return digits in "01234567891011121314151617181920" or len(set(digits)) == 1
