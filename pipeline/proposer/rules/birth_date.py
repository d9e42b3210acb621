"""Dates of birth: a date is one only behind a birth cue; everywhere else it is arithmetic."""

import re
from collections.abc import Iterator

from pipeline.proposer.rules.answer import asked, stands_alone
from pipeline.proposer.rules.view import View
from pipeline.transcripts import SpanType

_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?"
)
_DAY = r"(?:3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?"
_YEAR = r"(?:19|20)\d\d"
_DATE = re.compile(
    rf"""(?<![\w/.-])(?:
    {_YEAR}[-/.](?:1[0-2]|0?[1-9])[-/.](?:3[01]|[12]\d|0?[1-9])
    |(?:3[01]|[12]\d|0?[1-9])[-/.](?:3[01]|[12]\d|0?[1-9])(?:[-/.](?:{_YEAR}|\d\d))?
    |{_MONTH}\s(?:the\s)?{_DAY}(?:,?\s{_YEAR})?
    |(?:the\s)?{_DAY}\s(?:of\s)?{_MONTH}(?:,?\s{_YEAR})?
    |{_MONTH}\s{_YEAR}
    |{_YEAR}
    )(?!\w|[/.-]\d)""",
    re.IGNORECASE | re.VERBOSE | re.ASCII,
)
_OWNER = r"(?:my|our|his|her|(?:mom|dad|sister|brother|son|daughter|kid)'?s)"
_CUE = re.compile(
    rf"""(?:\b{_OWNER}\s(?:\w+'s\s)?(?:birthday|birthdate|birth\sdate|bday|b-day|dob|date\sof\sbirth)
      (?:\s(?:is|was|falls)|'s|:)?(?:\s(?:on|in|like|actually|this|next|coming\sup|tomorrow|today))*
    |\b(?:dob|d\.o\.b\.?|date\sof\sbirth|birth\s?date)\s?(?:is|was|:|=|-)?
    |\b(?:i|we|i've|she|he|my\s\w+)\s(?:was|were|am)\sborn(?:\s(?:on|in))?
    |\bi(?:'ll)?\s(?:turn|be\sturning|turned|will\sbe|be)\s\w+\son
    )[\s,:]{{1,2}}$""",
    re.IGNORECASE | re.VERBOSE,
)
_QUESTION = re.compile(
    r"\b(?:your|ur|her|his|child'?s|student'?s)\s(?:birthday|bday|birth\s?date|dob|date\sof\sbirth)\b"
    r"|\bdate\sof\sbirth\b|\bwhen\s(?:were|was)\s(?:you|u)\sborn\b|\bd\.?o\.?b\b",
    re.IGNORECASE,
)
_WORDS = ("birth", "bday", "b-day", "dob", "d.o.b", "born", "i turn", "i'll", "i will be")
_NOT_FIRST_PERSON = re.compile(r"\b(?:she|he)\s(?:was|were)\sborn|\bmy\s\w+\swas\sborn", re.IGNORECASE)


class BirthDateRule:
    """"5/5" and "8.11.2" are a score and a section number until a birthday is spoken of."""

    name = "birth_date"
    type = SpanType.DATE

    def find(self, view: View, previous: View | None) -> Iterator[tuple[int, int]]:
        """Spans of dates of birth, in the words that say them."""
        is_answer = asked(previous, _QUESTION)
        if not view.has_digit or not (is_answer or view.mentions(*_WORDS)):
            return
        for match in _DATE.finditer(view.text):
            left = view.before(match.start())
            is_cued = _CUE.search(left) and not _NOT_FIRST_PERSON.search(left)
            if is_cued or (is_answer and stands_alone(view, *match.span())):
                yield match.span()
