"""Ages that a speaker gives as his own; "Tom is 11 years old" is a word problem."""

import re
from collections.abc import Iterator

from pipeline.proposer.rules.answer import answers, stands_alone
from pipeline.proposer.rules.view import View
from pipeline.transcripts import SpanType, SpeakerRole

_NUMBER = (
    r"(?:(?:\d{1,2}|five|six|seven|eight|nine|ten|eleven|twelve|thirteen"
    r"|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty)(?P<half>\s1/2|\sand\sa\shalf|½)?)"
)
_OLD = r"(?:[\s-]{1,2}(?:years?|yrs?)[\s-]{1,2}olds?|\s?y/?o\b|\syears\sof\sage)"
_VALUE = re.compile(
    rf"(?<![\w.,/:$+=*-]){_NUMBER}(?P<old>{_OLD})?(?![\w/%]|[.,:]\d|'\s?\d)", re.IGNORECASE
)
_I_AM = r"\b(?:i'?m|i\sam)\s"
_SELF = re.compile(
    rf"{_I_AM}(?:(?:still|only|just|actually|already|almost|like|turning|about)\s)*$",
    re.IGNORECASE,
)
_SELF_ONLY = re.compile(rf"{_I_AM}(?:still\s)?(?:only|just)\s$", re.IGNORECASE)
_TURNING = re.compile(
    rf"\b(?:i|i'll|i\swill)\s(?:just\s)?(?:turn|turned|be|be\sturning)\s$|{_I_AM}turning\s$",
    re.IGNORECASE,
)
_GRADE = re.compile(
    r"\s?(?:,|and|btw|and\si'?m)\s(?:i'?m\s)?in\s(?:the\s)?\w+\sgrade\b", re.IGNORECASE
)
_MY_AGE = re.compile(r"\bmy\sage\sis\s$", re.IGNORECASE)
# "I turn 12 on Friday", never "I turned 90 to the left".
_WHEN = re.compile(
    r"\s?(?:[.!?]?$|,|[.!]\s|(?:on|next|this|last|soon|yesterday|today|tomorrow"
    r"|in\s(?:(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*|\w+\s(?:days|weeks|months)))\b)",
    re.IGNORECASE,
)
# "I'm only 10 so we didn't do this", never "I'm only 10 away".
_CLAUSE_ENDS = re.compile(
    r"\s?(?:[!?]?$|\.\s?$|[,.!]\s?(?:so|and|but|we|i)\b|(?:so|but|btw|lol|and\si|and\sin)\b)",
    re.IGNORECASE,
)
_QUESTION = re.compile(
    r"\bhow\sold\s(?:are|r)\s(?:you|u|ya)\b(?!\s(?:if|when|in\s\d))"
    r"|\b(?:what'?s|what\sis|tell\sme|give\sme|share|say)\s(?:your|ur)\sage\b",
    re.IGNORECASE,
)
# Riddles are told in the first person: "I am 12 years old. My sister is twice as old as I am."
_RIDDLE = re.compile(
    r"\b(?:as\sold\sas|twice\smy|older\sthan|younger\sthan|how\sold|times\smy)\b",
    re.IGNORECASE,
)
_HINTS = ("i'm", "im ", "i am", "i turn", "i just turn", "i'll", "i will", "my age")


class AgeRule:
    """Needs the speaker's own voice, and words or a question that make the number an age."""

    name = "age"
    type = SpanType.AGE

    def find(self, view: View, previous: View | None) -> Iterator[tuple[int, int]]:
        """Spans of ages, "years old" included."""
        is_answer = answers(view, previous, _QUESTION)
        if not is_answer and (view.role is SpeakerRole.OTHER or not view.mentions(*_HINTS)):
            return
        is_riddle = _RIDDLE.search(view.text) is not None
        for match in _VALUE.finditer(view.text):
            if (is_answer and _answers(view, match)) or (not is_riddle and _is_own(view, match)):
                yield match.span()


def _answers(view: View, match: re.Match[str]) -> bool:
    if stands_alone(view, *match.span()):
        return True
    is_self = _SELF.search(view.before(match.start()))
    return bool(is_self and _CLAUSE_ENDS.match(view.after(match.end())))


def _is_own(view: View, match: re.Match[str]) -> bool:
    left, right = view.before(match.start()), view.after(match.end())
    if _MY_AGE.search(left):
        return _CLAUSE_ENDS.match(right) is not None
    if _TURNING.search(left):
        return _WHEN.match(right) is not None
    if not _SELF.search(left):
        return False
    if match["old"] or _GRADE.match(right):
        return True
    is_exact = match["half"] or _SELF_ONLY.search(left)
    return bool(is_exact and _CLAUSE_ENDS.match(right))
