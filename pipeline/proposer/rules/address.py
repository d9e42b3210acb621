"""Postal addresses: house number, street, suffix, and what follows of flat, town and zip code."""

import regex
from collections.abc import Iterator

from pipeline.proposer.rules.lexicon import words
from pipeline.proposer.rules.view import View
from pipeline.transcripts import SpanType, SpeakerRole

_SURE = "street|st|avenue|ave|road|rd|drive|dr|lane|ln|boulevard|blvd|terrace|ter|highway|hwy|parkway|pkwy|crescent"
_UNSURE = "way|place|pl|court|ct|circle|cir|square|sq|trail|trl|loop|run|hill|alley|row|close|plaza|path|point"
_ADDRESS = regex.compile(
    rf"""(?<![\w.,$/:+=*-])(?P<house>\d{{1,6}}[A-Za-z]?)[ ]
    (?P<street>(?:(?:[NSEW]|North|South|East|West)\.?[ ])?(?:\d{{1,3}}(?:st|nd|rd|th)|[\p{{L}}'.-]{{2,20}})(?:[ ][\p{{L}}'.-]{{2,20}}){{0,3}}?)[ ]
    (?P<suffix>(?:{_SURE})|(?:{_UNSURE}))\b\.?(?!\w)
    (?P<unit>,?[ ](?:apt|apartment|unit|suite|ste|flat|\#|no)\b?\.?[ ]?\#?\w{{1,6}})?
    (?P<town>,[ ]\p{{Lu}}[\p{{L}}'.-]{{1,20}}(?:[ ]\p{{Lu}}[\p{{L}}'.-]{{1,20}}){{0,2}}(?:,?[ ][A-Z]{{2}})?(?:[ ]\d{{5}}(?:-\d{{4}})?)?)?
    """,
    regex.IGNORECASE | regex.VERBOSE,
)
_BOX = regex.compile(r"(?<!\w)p\.?\s?o\.?\s?box\s\d{1,6}(?!\w)", regex.IGNORECASE)
_CUE = regex.compile(
    r"\b(?:i|we|im|i'm)\s(?:\w+\s)?(?:live|stay|living|staying|moved)\s(?:\w+\s)?(?:at|on|to)\b|\baddress\b|\bmail\s(?:it|me)|\bsend\s(?:it|me)\b|\bmy\s(?:house|home|apartment)\b",
    regex.IGNORECASE,
)
_SOMEBODY_ELSE = regex.compile(r"\b(?:lives|lived|located|house|store|shop|walks|drives|drove|is)\s(?:at|to|on)\s$", regex.IGNORECASE)
_QUESTION = regex.compile(
    r"\baddress\b|\bwhere\s(?:should|can|do|shall|could)\s(?:i|we|they)\s(?:send|mail|ship|deliver|post)\b|\bwhere\s(?:do|does)\s(?:you|u)\slive\b",
    regex.IGNORECASE,
)


class AddressRule:
    """Written with capitals, or cued, or asked for; "32 stairs one way" is neither."""

    name = "address"
    type = SpanType.ADDRESS

    def find(self, view: View, previous: View | None) -> Iterator[tuple[int, int]]:
        """Spans of addresses, as far as they are written out."""
        if not view.has_digit:
            return
        is_asked = previous is not None and _QUESTION.search(previous.text[-300:]) is not None
        for match in _ADDRESS.finditer(view.text):
            if _is_address(view, match, is_asked):
                yield match.span()
        if "box" in view.lower:
            yield from (match.span() for match in _BOX.finditer(view.text))


def _is_address(view: View, match: regex.Match[str], is_asked: bool) -> bool:
    street = match["street"].split()
    if any(word.lower().strip(".") in words("not_streets.yaml") for word in street):
        return False
    left = view.before(match.start())
    if is_asked or _CUE.search(left):
        return True
    if view.role is SpeakerRole.OTHER or _SOMEBODY_ELSE.search(left):
        return False
    has_capitals = all(word[0].isupper() or word[0].isdigit() for word in [*street, match["suffix"]])
    return has_capitals and len(match["house"]) >= 2 and match["suffix"].lower() in _SURE.split("|")
