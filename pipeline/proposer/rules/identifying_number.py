"""Numbers that an institution gave a person and that somebody names: student, lunch, account."""

import re
from collections.abc import Iterator

from pipeline.proposer.rules.answer import asked, stands_alone
from pipeline.proposer.rules.arithmetic import calculated_with
from pipeline.proposer.rules.view import View
from pipeline.transcripts import SpanType

_VALUE = re.compile(
    r"(?<![\w$€£])(?<![\d.,/-][.,/-])(?:[A-Za-z]{1,4}-?)?\d[\dA-Za-z]{0,19}"
    r"(?:-[\dA-Za-z]{2,8}){0,4}(?:[ ]\d{2,6}){0,4}(?!\w|[.,:/]\d|[/%])",
    re.ASCII,
)
_WHAT = r"""(?:student|pupil|learner|lunch|library|school|login|log-in|account|acct|member|membership
    |card|credit\scard|debit\scard|bank|customer|policy|case|badge|worker|employee|patient|passport
    |licen[cs]e|driver'?s\slicen[cs]e|medicaid|medicare|insurance|tax|state|national|ssid|barcode)"""
_KIND = r"(?:\#|id|ids|number|no\.?|num|pin|code)"
_NAMED = rf"(?:\b{_WHAT}\s(?:card\s|account\s|id\s)?{_KIND}|\b(?:my|your|our|her|his)\s(?:id|pin)\b|\bid\s(?:number|no|\#)|\bssn\b|\bsocial(?:\ssecurity)?(?:\snumber)?\b)"
_CUE = re.compile(
    rf"{_NAMED}(?:\s?[:=#]|\s?,?\s?\(?(?:is|was|it'?s|mine'?s|mine\sis|its|\w+\sis|should\sbe))?\s{{0,2}}$",
    re.IGNORECASE | re.VERBOSE,
)
_QUESTION = re.compile(rf"{_NAMED}", re.IGNORECASE | re.VERBOSE)
_FEWEST_DIGITS = 4


class IdentifyingNumberRule:
    """The cue makes it an identifier: no checksum can, and no length can."""

    name = "identifying_number"
    type = SpanType.IDENTIFYING_NUMBER

    def find(self, view: View, previous: View | None) -> Iterator[tuple[int, int]]:
        """Spans of the numbers, letters and hyphens of theirs included."""
        if not view.has_digit:
            return
        is_answer = asked(previous, _QUESTION)
        for match in _VALUE.finditer(view.text):
            if sum(c.isdigit() for c in match.group()) < _FEWEST_DIGITS:
                continue
            if _is_named(view, match, is_answer):
                yield match.span()


def _is_named(view: View, match: re.Match[str], is_answer: bool) -> bool:
    if calculated_with(view, *match.span()) and not view.before(match.start(), 3).strip() == "=":
        return False
    if _CUE.search(view.before(match.start())):
        return True
    return is_answer and stands_alone(view, *match.span())
