"""IP addresses. A four-part number is one when somebody says so or when it cannot be a step."""

import ipaddress
import re
from collections.abc import Iterator

from pipeline.proposer.rules.view import View
from pipeline.transcripts import SpanType

_FOUR = re.compile(r"(?<![\w.:])\d{1,3}(?:\.\d{1,3}){3}(?!\w|\.\d)(?:/\d{1,2}(?!\d))?", re.ASCII)
_SIX = re.compile(
    r"(?<![\w.:])(?=[\da-f]{0,4}:)[\da-f:]{2,39}(?:(?<=:)\d{1,3}(?:\.\d{1,3}){3})?(?![\w:]|\.\d)"
    r"(?:%\w{1,15})?(?:/\d{1,3}(?!\d))?",
    re.IGNORECASE | re.ASCII,
)
_CUE = re.compile(
    r"\b(?:ip|ipv[46]|server|router|host|vpn|ping|dns|proxy|firewall|blocked|wi-?fi|network)\b",
    re.IGNORECASE,
)
_NOT_ONE = re.compile(
    r"\b(?:version|ver|v|step|section|sec|lesson|chapter|ch|problem|exercise|standard|unit|item"
    r"|rule|question|q|theorem|figure|page)s?[ .#:]{0,3}$",
    re.IGNORECASE,
)


class IpAddressRule:
    """IPv4 and IPv6, as the standard library understands them."""

    name = "ip_address"
    type = SpanType.IP_ADDRESS

    def find(self, view: View, _previous: View | None) -> Iterator[tuple[int, int]]:
        """Spans of IP addresses, a network's prefix length included."""
        if view.has_digit and "." in view.text:
            for match in _FOUR.finditer(view.text):
                if _is_four(view, match):
                    yield match.span()
        if ":" in view.text:
            for match in _SIX.finditer(view.text):
                if _is_six(view, match):
                    yield match.span()


def _is_four(view: View, match: re.Match[str]) -> bool:
    left = view.before(match.start(), 40)
    if not _parses(match.group()) or _NOT_ONE.search(left):
        return False
    return _has_cue(left, view, match.end()) or _is_no_section_number(match.group())


def _is_no_section_number(text: str) -> bool:
    """Two parts of three digits: no book has a section 189.43.170."""
    return sum(len(part) == 3 for part in text.split("/")[0].split(".")) >= 2


def _is_six(view: View, match: re.Match[str]) -> bool:
    text = match.group()
    if not _parses(text):
        return False
    groups = [group for group in re.split(r"[:%/]", text) if group]
    if _has_cue(view.before(match.start(), 40), view, match.end()):
        return any(character.isdigit() for character in text)
    # "12::30" is a slip in a ratio; an address has long or many groups.
    return len(groups) >= 3 and any(len(group) >= 3 for group in groups) and view.has_digit


def _has_cue(left: str, view: View, end: int) -> bool:
    return bool(_CUE.search(left) or _CUE.search(view.after(end, 20)))


def _parses(text: str) -> bool:
    try:
        ipaddress.ip_interface(text)
    except ValueError:
        return False
    return True
