"""Bare answers: "11" after "How old are you?" is an age; "11" alone is arithmetic."""

import re

from pipeline.proposer.rules.view import View

_LEAD = re.compile(
    r"""(?:(?:um+|uh+|er+|oh|ok|okay|k|sure|yes|yeah|yea|yep|hi|hey|hello|well|so|like|and
    |it'?s|it\ is|its|that'?s|that\ is|this\ is|here|here'?s|here\ it\ is|here\ you\ go
    |i'?m|i\ am|we'?re|we\ are|mine|mine'?s|is|i\ think|i\ go\ to|i\ live\ (?:in|at)|in|at|from
    |u\ can|you\ can|use|try|call|text|send|to|just
    |my\ (?:\w+\ ){0,3}\w+\ is)
    [\s,:;.!-]*)*""",
    re.IGNORECASE | re.VERBOSE,
)
_TAIL = re.compile(
    r"""[\s.,!?:;)(]*
    (?:(?:pls|plz|please|thanks|thank\ you|thx|ty|i\ think|miss|sir|ma'?am|ok|okay|lol|haha|btw
    |why|right\ now|now|years\ old|is\ (?:it|mine)|if\ (?:u|you)\ need\ it)[\s.,!?:;)(]*)*""",
    re.IGNORECASE | re.VERBOSE,
)
_LONGEST_LEAD = 60
_LONGEST_TAIL = 40
_LONGEST_QUESTION = 300
_LONGEST_ANSWER = 200


def answers(view: View, previous: View | None, question: re.Pattern[str]) -> bool:
    """Whether `view` is short enough for an answer and the turn before ends in `question`."""
    if previous is None or len(view.text) > _LONGEST_ANSWER:
        return False
    return bool(question.search(previous.text[-_LONGEST_QUESTION:]))


def stands_alone(view: View, start: int, end: int) -> bool:
    """Whether the turn says `[start, end)` and nothing else but "um, it's" and "thanks"."""
    if start > _LONGEST_LEAD or len(view.text) - end > _LONGEST_TAIL:
        return False
    lead, tail = view.text[:start].strip(), view.text[end:].strip()
    return bool(_LEAD.fullmatch(lead)) and bool(_TAIL.fullmatch(tail))
