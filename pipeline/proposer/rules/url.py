"""Web addresses: with a scheme, with www, or bare ("zoom.us/j/123")."""

import re
from collections.abc import Iterator

from pipeline.proposer.rules.domain import parts, registered_end
from pipeline.proposer.rules.lexicon import words
from pipeline.proposer.rules.view import View
from pipeline.transcripts import SpanType

_SCHEME = re.compile(r"(?<![a-z])(?:https?|ftp)://[^\s<>\"“”`|\\^]++", re.IGNORECASE)
_BARE = re.compile(
    r"(?<![\w@./:-])(?P<host>(?:[\w-]{1,63}+\.){1,6}(?:[^\W\d_]{2,24}|xn--[\w-]{1,59}))(?![\w@-])"
    r"(?P<rest>(?::\d{2,5}+)?(?:[/?#][^\s<>\"“”`|\\^]*+)?)",
    re.IGNORECASE,
)
_OWN = re.compile(
    r"\b(?:my|our|her|his|their)\s(?:\w+\s){0,3}?(?:site|website|blog|page|channel|link|portfolio)"
    r"\b[^.?!]{0,12}$",
    re.IGNORECASE,
)
_TRAILING = ".,;:!?'\"”’*_~…"
_PAIRS = {")": "(", "]": "[", "}": "{"}
_OPENINGS = {opening: closing for closing, opening in _PAIRS.items()}


class UrlRule:
    """A bare home page of a public site ("desmos.com") points at nobody and is left alone."""

    name = "url"
    type = SpanType.URL

    def find(self, view: View, _previous: View | None) -> Iterator[tuple[int, int]]:
        """Spans of web addresses, without the punctuation that the sentence put behind them."""
        if "://" in view.text:
            for match in _SCHEME.finditer(view.text):
                end = trimmed_end(view.text, *match.span())
                if end > match.start() + match.group().index("://") + 3:
                    yield match.start(), end
        if "." in view.text:
            for match in _BARE.finditer(view.text):
                yield from _bare(view, match)


def _bare(view: View, match: re.Match[str]) -> Iterator[tuple[int, int]]:
    length = registered_end(match["host"])
    if not length:
        return
    host, start = match["host"][:length].lower(), match.start()
    whole = length == len(match["host"])
    end = trimmed_end(view.text, start, match.end()) if whole else start + length
    if end > start + length + 1:
        if _has_a_page(host, view.text[start + length : end]):
            yield start, end
    elif _is_own(view, host, start):
        yield start, start + length


def _has_a_page(host: str, rest: str) -> bool:
    """Tell "zoom.us/j/1", a page, from "in.is/are", two slips of the keyboard."""
    found = parts(host)
    if not any(character.isalpha() for character in found.domain):
        return False
    is_page = any(character.isdigit() or character in "=_-" for character in rest)
    return is_page or "/" in rest[1:] or found.suffix in words("common_suffixes.yaml")


def _is_own(view: View, host: str, start: int) -> bool:
    """A home page counts when it is somebody's: a name under a host, or "my site is …"."""
    found = parts(host)
    if host.removeprefix("www.") in words("public_sites.yaml"):
        return False
    if host.startswith("www."):
        return True
    is_under_a_host = found.is_private or found.subdomain not in ("", "www")
    if is_under_a_host and found.suffix in words("common_suffixes.yaml"):
        return True
    return bool(_OWN.search(view.before(start)))


def trimmed_end(text: str, start: int, end: int) -> int:
    """Where a web address ends: closing brackets belong to it when it opened them."""
    # How many closing brackets of a kind have no opening one; counted once, so that a long tail
    # of brackets is read in linear time.
    spare = {
        closing: text.count(closing, start, end) - text.count(opening, start, end)
        for closing, opening in _PAIRS.items()
    }
    while end > start:
        last = text[end - 1]
        if last in _OPENINGS:
            spare[_OPENINGS[last]] += 1
        elif last in _PAIRS and spare[last] > 0:
            spare[last] -= 1
        elif last not in _TRAILING:
            break
        end -= 1
    return end
