"""Ages that a speaker gives as his own; "Tom is 11 years old" is a word problem."""

import re
from collections.abc import Iterator

from pipeline.proposer.rules.answer import asked, stands_alone
from pipeline.proposer.rules.view import View
from pipeline.transcripts import SpanType, SpeakerRole

_NUMBER = (
    r"(?:\d{1,2}(?:\s1/2|\sand\sa\shalf|½)?|five|six|seven|eight|nine|ten|eleven|twelve|thirteen"
    r"|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty)"
)
_OLD = r"(?:[\s-]{1,2}(?:years?|yrs?|yr)[\s-]{1,2}olds?|\s?y/?o\b|\syears\sof\sage)"
_VALUE = re.compile(
    rf"(?<![\w.,/:$+=*-])(?P<number>{_NUMBER})(?P<old>{_OLD})?(?![\w/%]|[.,:]\d|'\s?\d)", re.IGNORECASE
)
_SELF = re.compile(
    r"\b(?:i'?m|i\sam|im)\s(?:still\s|only\s|just\s|actually\s|already\s|almost\s|like\s|turning\s|about\s)*$",
    re.IGNORECASE,
)
_SELF_ONLY = re.compile(r"\b(?:i'?m|i\sam|im)\s(?:still\s)?(?:only|just)\s$", re.IGNORECASE)
_TURNING = re.compile(
    r"\b(?:i|i'll|i\swill)\s(?:just\s)?(?:turn|turned|be\sturning)\s$|\b(?:i'?m|im)\sturning\s$", re.IGNORECASE
)
_MY_AGE = re.compile(r"\bmy\sage\sis\s$", re.IGNORECASE)
_TIME_BEHIND = re.compile(
    r"\s?(?:[.!?]?$|,|[.!]\s|(?:on|next|this|last|soon|yesterday|today|tomorrow|in\s(?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec|\w+\s(?:days|weeks|months)))\b)",
    re.IGNORECASE,
)
_CLAUSE_ENDS = re.compile(
    r"\s?(?:[!?]?$|\.\s?$|[,.!]\s?(?:so|and|but|we|i)\b|(?:so|but|btw|lol|and\si|and\sin)\b)", re.IGNORECASE
)
_QUESTION = re.compile(
    r"\bhow\sold\s(?:are|r)\s(?:you|u|ya)\b(?!\s(?:if|when|in\s\d))|\b(?:what'?s|what\sis|whats)\s(?:your|ur)\sage\b",
    re.IGNORECASE,
)
# Riddles are told in the first person: "I am 12 years old. My sister is twice as old as I am."
_RIDDLE = re.compile(r"\b(?:as old as|twice my|my age|older than|younger than|how old|times my)\b", re.IGNORECASE)
_WORDS = ("i'm", "im ", "i am", "turn", "my age")


class AgeRule:
    """Needs the speaker's own voice, and words or a question that make the number an age."""

    name = "age"
    type = SpanType.AGE

    def find(self, view: View, previous: View | None) -> Iterator[tuple[int, int]]:
        """Spans of ages, "years old" included."""
        is_answer = asked(previous, _QUESTION)
        if view.role is SpeakerRole.OTHER and not is_answer:
            return
        if not is_answer and not view.mentions(*_WORDS):
            return
        for match in _VALUE.finditer(view.text):
            if _is_age(view, match, is_answer):
                yield match.span()


def _is_age(view: View, match: re.Match[str], is_answer: bool) -> bool:
    if is_answer and stands_alone(view, *match.span()):
        return True
    left, right = view.before(match.start(), 50), view.after(match.end(), 40)
    if is_answer and _SELF.search(left) and _CLAUSE_ENDS.match(right):
        return True
    if _MY_AGE.search(left):
        return True
    if _RIDDLE.search(view.before(match.start(), 200)) or _RIDDLE.search(view.after(match.end(), 200)):
        return False
    if match["old"]:
        return bool(_SELF.search(left))
    if _TURNING.search(left):
        return bool(_TIME_BEHIND.match(right))
    return bool(_SELF_ONLY.search(left) and _CLAUSE_ENDS.match(right))
