"""Dates of birth: a date is one only behind a birth cue; everywhere else it is arithmetic."""

import re
from collections.abc import Iterator

from pipeline.proposer.rules.answer import answers, stands_alone
from pipeline.proposer.rules.view import View
from pipeline.transcripts import SpanType, SpeakerRole

_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?"
)
_DAY_NUMBER = r"(?:3[01]|[12]\d|0?[1-9])"
_DAY = rf"{_DAY_NUMBER}(?:st|nd|rd|th)?"
_YEAR = r"(?:19|20)\d\d"
_DATE = re.compile(
    rf"""(?<![\w/.-])(?:
    {_YEAR}[-/.](?:1[0-2]|0?[1-9])[-/.]{_DAY_NUMBER}
    |{_DAY_NUMBER}[-/.]{_DAY_NUMBER}(?:[-/.](?:{_YEAR}|\d\d))?
    |{_MONTH},?\s(?:the\s)?{_DAY}(?:,?\s{_YEAR})?
    |(?:the\s)?{_DAY}\s(?:of\s)?{_MONTH}(?:,?\s{_YEAR})?
    |{_MONTH}\s{_YEAR}
    |(?P<year>{_YEAR})
    )(?!\w|[/.-]\d)""",
    re.IGNORECASE | re.VERBOSE | re.ASCII,
)
_BIRTHDAY = r"(?:birthday|birth\s?date|bday|b-day|dob|date\sof\sbirth)"
_OWNER = r"(?:my|our|his|her|(?:mom|dad|sister|brother|son|daughter|kid)'?s)"
_CUE = re.compile(
    rf"""(?:\b{_OWNER}\s(?:\w+'s\s)?{_BIRTHDAY}(?:\s(?:is|was|falls)|'s|:)?
      (?:\s(?:on|in|like|actually|this|next|coming\sup|tomorrow|today))*
    |\b(?:dob|d\.o\.b\.?|date\sof\sbirth|birth\s?date)\s?(?:is|was|:|=|-)?
    |(?:^|\b(?:i|we|i've)\s(?:was|were)\s)born(?:\s(?:on|in))?
    |\bi(?:'ll)?\s(?:turn|be\sturning|turned|will\sbe|be)\s\w+\son
    )[\s,:]{{1,2}}$""",
    re.IGNORECASE | re.VERBOSE,
)
_QUESTION = re.compile(
    r"\b(?:your|ur|her|his|child'?s|student'?s)\s(?:birthday|bday|birth\s?date|dob)\b"
    r"|\bdate\sof\sbirth\b|\bwhen\s(?:were|was)\s(?:you|u)\sborn\b|\bd\.?o\.?b\b",
    re.IGNORECASE,
)
# "If I was born in 1940, how old would I be?" is how this sum is set.
_SUM = re.compile(r"\b(?:if|suppose|say|pretend|how\sold)\b", re.IGNORECASE)
_HINTS = ("birth", "bday", "b-day", "dob", "d.o.b", "born", "i turn", "i'll", "i will be")


class BirthDateRule:
    """ "5/5" and "8.11.2" are a score and a section number until a birthday is spoken of."""

    name = "birth_date"
    type = SpanType.DATE

    def find(self, view: View, previous: View | None) -> Iterator[tuple[int, int]]:
        """Spans of dates of birth, in the words that say them."""
        if not view.has_digit:
            return
        is_answer = answers(view, previous, _QUESTION)
        if not is_answer and not view.mentions(*_HINTS):
            return
        for match in _DATE.finditer(view.text):
            is_bare = is_answer and stands_alone(view, *match.span())
            if is_bare or (_CUE.search(view.before(match.start())) and not _is_sum(view, match)):
                yield match.span()


def _is_sum(view: View, match: re.Match[str]) -> bool:
    """A year alone in a question about ages, or told by the tutor: an exercise."""
    if match["year"] is None:
        return False
    around = view.before(match.start()) + view.after(match.end())
    return _SUM.search(around) is not None or view.role is not SpeakerRole.STUDENT
