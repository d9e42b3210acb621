"""Numbers that an institution gave a person and that somebody names: student, lunch, account."""

import re
from collections.abc import Iterator

from pipeline.proposer.rules.answer import answers, stands_alone
from pipeline.proposer.rules.arithmetic import calculated_with
from pipeline.proposer.rules.view import View
from pipeline.transcripts import SpanType

_VALUE = re.compile(
    r"(?<![\w$€£])(?<![\d.,/-][.,/-])(?:[A-Za-z]{1,4}-?)?\d[\dA-Za-z]{0,19}"
    r"(?:-[\dA-Za-z]{2,8}){0,4}(?:[ ]\d{2,6}){0,4}(?!\w|[.,:/]\d|[/%])",
    re.ASCII,
)
_WHAT = r"""(?:student|pupil|learner|lunch|library|school|log-?in|account|acct|member(?:ship)?|card
    |(?:credit|debit)\scard|bank|customer|policy|case|badge|worker|employee|patient|passport
    |(?:driver'?s\s)?licen[cs]e|medicaid|medicare|insurance|tax|state|national|barcode)"""
_KIND = r"(?:\#|id|ids|number|no\.?|num|pin|code)"
_NAMED = rf"""(?:\b{_WHAT}\s(?:(?:card|account|id)\s)?{_KIND}
    |\b(?:my|your|our|her|his)\s(?:id|pin)\b
    |\bid\s(?:number|no|\#)|\bid(?=\s?[:\#])|\bssn\b|\bssid\b|\bsocial(?:\ssecurity)?(?:\snumber)?\b)"""
_SAYS = r"""(?:\s?[:=\#]|\s?,?\s?\(?(?:is|was|it'?s|mine'?s|mine\sis|\w+\sis|should\sbe))?"""
_CUE = re.compile(rf"{_NAMED}{_SAYS}\s{{0,2}}$", re.IGNORECASE | re.VERBOSE)
_QUESTION = re.compile(_NAMED, re.IGNORECASE | re.VERBOSE)
_HINTS = ("id", "pin", "ssn", "social", "num", "#", "code", " no")
_FEWEST_DIGITS = 4


class IdentifyingNumberRule:
    """The cue makes it an identifier: no checksum can, and no length can."""

    name = "identifying_number"
    type = SpanType.IDENTIFYING_NUMBER

    def find(self, view: View, previous: View | None) -> Iterator[tuple[int, int]]:
        """Spans of the numbers, letters and hyphens of theirs included."""
        if not view.has_digit:
            return
        is_answer = answers(view, previous, _QUESTION)
        if not is_answer and not view.mentions(*_HINTS):
            return
        for match in _VALUE.finditer(view.text):
            if sum(c.isdigit() for c in match.group()) < _FEWEST_DIGITS:
                continue
            if _is_named(view, match, is_answer):
                yield match.span()


def _is_named(view: View, match: re.Match[str], is_answer: bool) -> bool:
    if _CUE.search(view.before(match.start())):
        # "student id = 12345" names it; "12345 = …" calculates with it.
        return not calculated_with(view, match.end() - 1, match.end())
    is_alone = is_answer and stands_alone(view, *match.span())
    return is_alone and not calculated_with(view, *match.span())
