"""E-mail addresses, international ones and those said aloud ("x at gmail dot com") too."""

import re
from collections.abc import Iterator

from email_validator import SPECIAL_USE_DOMAIN_NAMES, EmailNotValidError, validate_email

from pipeline.proposer.rules.domain import registered_end
from pipeline.proposer.rules.view import View
from pipeline.transcripts import SpanType

# Possessive and anchored at a token's start: no position is read twice.
_WRITTEN = re.compile(
    r"(?<![\w.+%-])(?P<local>[\w.+%'-]{1,64}+)@(?P<host>[\w-]{1,63}+(?:\.[\w-]{1,63}+){1,8}+)"
)
_SAID = re.compile(
    r"(?<![\w.+-])(?:[\w.+-]{1,40}\s(?:dot|underscore|dash)\s){0,3}[\w.+-]{1,40}\s{1,2}(?:at|\(at\)|\[at\])\s{1,2}"
    r"(?:gmail|yahoo|hotmail|outlook|icloud|aol|proton|protonmail)"
    r"(?:\s{1,2}(?:dot|\(dot\)|\[dot\])\s{1,2}|\.)(?:com|net|org|co\.uk|edu)\b",
    re.IGNORECASE,
)
_NOT_A_USER = frozenset(["me", "him", "her", "them", "us", "email", "is", "it", "mail", "account"])


class EmailRule:
    """Checked for form only; nothing is ever looked up."""

    name = "email"
    type = SpanType.EMAIL

    def find(self, view: View, _previous: View | None) -> Iterator[tuple[int, int]]:
        """Spans of e-mail addresses."""
        if "@" in view.text:
            for match in _WRITTEN.finditer(view.text):
                yield from _checked(match)
        if " at" in view.lower or "at)" in view.lower or "at]" in view.lower:
            for match in _SAID.finditer(view.text):
                if match.group().split()[0].lower() not in _NOT_A_USER:
                    yield match.span()


def _checked(match: re.Match[str]) -> Iterator[tuple[int, int]]:
    host = match["host"]
    end = match.start("host") + (registered_end(host) or len(host))
    start = match.start() + len(match["local"]) - len(match["local"].lstrip(".'-"))
    if _is_address(match.string[start:end]):
        yield start, end


def _is_address(text: str) -> bool:
    """Form alone decides: an address inside a school's own network is an address as well."""
    if text.rpartition(".")[2].lower() in SPECIAL_USE_DOMAIN_NAMES:
        text = text.rpartition("@")[0] + "@example.com"
    if not re.search(r"\.(?:[^\W\d_]{2,}|xn--[\w-]+)$", text):
        return False
    try:
        validate_email(text, check_deliverability=False, globally_deliverable=False)
    except EmailNotValidError:
        return False
    return True
