"""Postal addresses: house number, street, suffix, and what follows of flat, town and zip code."""

import re
from collections.abc import Iterator

from pipeline.proposer.rules.answer import answers
from pipeline.proposer.rules.lexicon import words
from pipeline.proposer.rules.view import View
from pipeline.transcripts import SpanType, SpeakerRole

_SURE = (
    *("street", "st", "avenue", "ave", "road", "rd", "drive", "dr", "lane", "ln", "boulevard"),
    *("blvd", "terrace", "ter", "highway", "hwy", "parkway", "pkwy", "crescent"),
)
_UNSURE = (
    *("way", "place", "pl", "court", "ct", "circle", "cir", "square", "sq", "trail", "trl"),
    *("loop", "run", "hill", "alley", "row", "close", "plaza", "path", "point"),
)
_WORD = r"[^\W\d_][\w'.-]{1,20}"
_CAPITALISED = r"(?-i:[^\W\d_a-z])[\w'.-]{1,20}"
_ADDRESS = re.compile(
    rf"""(?<![\w.,$/:+=*-])(?P<house>\d{{1,6}}[A-Za-z]?)[ ]
    (?P<street>(?:[NSEW]\.?[ ])?(?:\d{{1,3}}(?:st|nd|rd|th)|{_WORD})(?:[ ]{_WORD}){{0,3}}?)[ ]
    (?P<suffix>{"|".join((*_SURE, *_UNSURE))})\b\.?(?!\w)
    (?:,?[ ](?:(?:apt|apartment|unit|suite|ste|flat|no)\.?[ ]\#?|\#[ ]?)\w{{1,6}}\b)?
    (?:,[ ]{_CAPITALISED}(?:[ ]{_CAPITALISED}){{0,2}}(?:,?[ ](?-i:[A-Z]{{2}})\b)?)?
    (?:,?[ ]\d{{5}}(?:-\d{{4}})?\b)?""",
    re.IGNORECASE | re.VERBOSE,
)
_BOX = re.compile(r"(?<!\w)p\.?\s?o\.?\s?box\s\d{1,6}(?!\w)", re.IGNORECASE)
_CUE = re.compile(
    r"\b(?:i|we|i'm|im)\s(?:\w+\s)?(?:live|stay|living|staying|moved)\s(?:\w+\s)?(?:at|on|to)\b"
    r"|\b(?:my|our|home|mailing|street)\saddress\b|\bmail\s(?:it|me)\b|\bsend\s(?:it|me)\b"
    r"|\b(?:my|our)\s(?:house|home|apartment)\b",
    re.IGNORECASE,
)
_SOMEBODY_ELSE = re.compile(
    r"\b(?:lives|lived|located|house|store|shop|walks|drives|drove|is)\s(?:at|to|on)\s$",
    re.IGNORECASE,
)
_QUESTION = re.compile(
    r"\baddress\b|\bwhere\s(?:do|does)\s(?:you|u)\slive\b"
    r"|\bwhere\s(?:should|can|do|shall|could)\s(?:i|we|they)\s(?:send|mail|ship|deliver|post)\b",
    re.IGNORECASE,
)


class AddressRule:
    """Written with capitals, or cued, or asked for; "32 stairs one way" is neither."""

    name = "address"
    type = SpanType.ADDRESS

    def find(self, view: View, previous: View | None) -> Iterator[tuple[int, int]]:
        """Spans of addresses, as far as they are written out."""
        if not view.has_digit:
            return
        if "box" in view.lower:
            yield from (match.span() for match in _BOX.finditer(view.text))
        matches = list(_ADDRESS.finditer(view.text))
        is_answer = bool(matches) and answers(view, previous, _QUESTION)
        for match in matches:
            if _is_address(view, match, is_answer):
                yield match.span()


def _is_address(view: View, match: re.Match[str], is_answer: bool) -> bool:
    street = match["street"].split()
    if any(word.lower().strip(".") in words("not_streets.yaml") for word in street):
        return False
    left = view.before(match.start())
    if is_answer or _CUE.search(left):
        return True
    if view.role is SpeakerRole.OTHER or _SOMEBODY_ELSE.search(left):
        return False
    return len(match["house"]) >= 2 and _is_written_as_name(street, match["suffix"])


def _is_written_as_name(street: list[str], suffix: str) -> bool:
    """Every word with a capital, and a suffix that mathematics does not use."""
    is_capitalised = all(not word[0].islower() for word in [*street, suffix])
    return is_capitalised and suffix.lower() in _SURE
