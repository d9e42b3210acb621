"""Phone numbers: North American shapes, international ones with a plus, any shape with a cue."""

import re
from collections.abc import Iterator

import phonenumbers

from pipeline.proposer.rules.answer import answers, stands_alone
from pipeline.proposer.rules.arithmetic import calculated_with, is_counting
from pipeline.proposer.rules.view import View
from pipeline.transcripts import SpanType

_ENDS = r"(?!\w|[.,:/]\d|-\d)"
# Area code and exchange begin with 2 to 9; which area codes are assigned is not asked, because
# invented and recently opened ones are somebody's number in a transcript all the same.
_NORTH_AMERICAN = re.compile(
    r"(?<![\w+])(?<!\d[.,:/-])(?:\+?1[ .-]?)?"
    r"(?:\([2-9]\d\d\)(?P<bracket>[ .-]?)|[2-9]\d\d(?P<gap>[ .-]))[2-9]\d\d[ .-]\d{4}" + _ENDS
)
_LOOSE = re.compile(
    r"(?<![\w+])(?<!\d[.,:/-])(?:\+\d{1,3}[ .-]?)?(?:\(\d{1,5}\)[ .-]?)?"
    r"\d{2,15}(?:[ .-]\d{2,12}){0,5}" + _ENDS
)
_CUE = re.compile(
    r"""(?:\b(?:phone|cell|cellphone|mobile|whats\s?app|telephone|tel|landline|help\s?line|hotline
      |fax)\b
    |\b(?:text|txt|call|ring|reach|dial|message|msg|facetime|phone|contact)\s
      (?:me|us|him|her|them|(?:my|his|our|the|your)\s\w+(?:\s\w+)?)\b
    |\b(?:mom|mum|dad|mother|father|parent|guardian|grandma|aunt|uncle|sister|brother|teacher)'?s?
      \snumber\b
    |\b(?:text|txt|dial|call)(?:\sat)?:?\s$)
    [^\d?!\n]{0,30}$""",
    re.IGNORECASE | re.VERBOSE,
)
_WEAK_CUE = re.compile(r"\b(?:my|our|her|his)\snumber(?:\sis|'s|:)?\s{1,2}$", re.IGNORECASE)
_CUE_BEHIND = re.compile(
    r"[\s,(-]{0,3}(?:is|'s)?\s?(?:my|our|her|his|the)\s(?:\w+'?s?\s)?(?:number|phone|cell|mobile)\b",
    re.IGNORECASE,
)
_QUESTION = re.compile(
    r"""\b(?:phone|cell|mobile|contact|callback|call\sback)\s?(?:number|no|\#)?\b
    |\bnumber\s(?:should|can|do|could|would|may)\s(?:i|we|they)\s(?:call|text|reach|dial|ring|use)
    |\bnumber\s(?:to|for|(?:i|we)\scan)\s(?:call|text|reach)
    |\b(?:call|text|reach|ring|phone)\s(?:you|u|your\s\w+)\b|\b(?:your|best|parent'?s?)\snumber\b""",
    re.IGNORECASE | re.VERBOSE,
)
# Somebody reading a number line: "so 12 1-234-510-1112".
_INTEGER_BEFORE = re.compile(r"(?<![\d-])\d{1,3}\s$")


class PhoneNumberRule:
    """Digits alone are arithmetic until a shape or a cue says otherwise."""

    name = "phone_number"
    type = SpanType.PHONE_NUMBER

    def find(self, view: View, previous: View | None) -> Iterator[tuple[int, int]]:
        """Spans of phone numbers."""
        if not view.has_digit:
            return
        is_answer = answers(view, previous, _QUESTION)
        found = 0
        for match in _NORTH_AMERICAN.finditer(view.text):
            if _stands_free(view, match) and (
                _has_own_shape(view, match) or _is_cued(view, match, is_answer)
            ):
                yield match.span()
                found = match.end()
        for match in _LOOSE.finditer(view.text, found):
            if _stands_free(view, match) and _is_loose(view, match, is_answer):
                yield match.span()


def _stands_free(view: View, match: re.Match[str]) -> bool:
    count = len(_digits(match))
    return (
        7 <= count <= 15
        and not calculated_with(view, *match.span())
        and not is_counting(_digits(match))
    )


def _has_own_shape(view: View, match: re.Match[str]) -> bool:
    """Separated as people write a number; three numbers with spaces need a cue instead."""
    is_separated = match["gap"] != " " or match.group().startswith("+")
    return is_separated and not _INTEGER_BEFORE.search(view.before(match.start(), 6))


def _is_loose(view: View, match: re.Match[str], is_answer: bool) -> bool:
    if match.group().startswith("+"):
        return _is_international(match.group())
    return not _digits(match).endswith("000") and _is_cued(view, match, is_answer)


def _is_international(text: str) -> bool:
    try:
        return bool(phonenumbers.is_possible_number(phonenumbers.parse(text, None)))
    except phonenumbers.NumberParseException:
        return False


def _is_cued(view: View, match: re.Match[str], is_answer: bool) -> bool:
    left = view.before(match.start())
    if _CUE.search(left) or _CUE_BEHIND.match(view.after(match.end())):
        return True
    if _WEAK_CUE.search(left):
        return len(_digits(match)) >= 10 or "-" in match.group()
    return is_answer and stands_alone(view, *match.span())


def _digits(match: re.Match[str]) -> str:
    return "".join(character for character in match.group() if character.isdigit())
