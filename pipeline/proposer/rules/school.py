"""Schools: a listed one anywhere, a name of school shape where somebody speaks of his own."""

from collections.abc import Iterator

import regex

from pipeline.proposer.rules.answer import asked, stands_alone
from pipeline.proposer.rules.lexicon import matcher, words
from pipeline.proposer.rules.view import View
from pipeline.transcripts import SpanType, SpeakerRole

_KIND = regex.compile(
    r"""\b(?:(?:elementary|primary|middle|high|charter|grammar|magnet|montessori|intermediate
      |secondary|junior\shigh|senior\shigh|day|preparatory|prep|catholic|lutheran|christian)
      (?:[ ](?:school|academy))?
      |academy|school(?:[ ]of[ ]\p{Lu}\w+)?|isd)\b
    |\bk-?(?:5|6|8|12)\b""",
    regex.IGNORECASE | regex.VERBOSE,
)
_NUMBERED = regex.compile(
    r"(?<!\w)(?:P\.?S\.?|I\.?S\.?|M\.?S\.?|J\.?H\.?S\.?)[ ]?#?\d{1,3}(?!\w|[.,]\d)", regex.IGNORECASE
)
_NAME_WORD = regex.compile(r"(?<![\w'])(?:St\.|[\w'.-]{1,30})[ ]$")
_SMALL_WORD = frozenset(["of", "the", "for", "and"])
_OWN = regex.compile(
    r"""\b(?:
    (?:i|we|i'll|i'm\sgoing|my\s\w+)\s(?:\w+\s)?(?:go|went|going|goes)\sto
    |(?:i|we|my\s\w+)\s(?:attend|attends|attended|transferred\s(?:to|from)|switched\s(?:to|from)
      |moved\s(?:to|from)|came\sfrom)
    |(?:i'?m|i\sam|we'?re|we\sare)\s(?:\w+\s)?(?:at|from|in)
    |i\s(?:\w+\s)?(?:teach|work)(?:\s\w+){0,4}\sat|(?:student|teacher|principal|tutor|class)\s(?:at|from)
    |(?:my|our|ur|your|her|his)\s(?:\w+\s)?school(?:\sis|'s|,|\sis\scalled)|here\sat|over\sat
    )\s(?:called\s)?$""",
    regex.IGNORECASE | regex.VERBOSE,
)
_AT = regex.compile(r"\bat\s$", regex.IGNORECASE)
_FIRST_PERSON_BEFORE = regex.compile(r"\b(?:i|we|my|our|us|i'm|im|we're|i've)\b[^.?!]*$", regex.IGNORECASE)
_FIRST_PERSON_BEHIND = regex.compile(r"[^.?!]{0,25}\b(?:i|we|my|our|us|me|i'm|im)\b", regex.IGNORECASE)
_QUESTION = regex.compile(
    r"\b(?:which|what|what's|whats|name\sof)\s(?:the\s)?(?:\w+\s)?school\b|\bwhere\sdo\s(?:you|u)\sgo\sto\sschool\b"
    r"|\byour\sschool(?:'s)?(?:\sname)?\b|\bschool\s(?:are|do)\s(?:you|u)\b",
    regex.IGNORECASE,
)
_HINTS = ("school", "elementary", "academy", "primary", "middle", "high", "charter", "prep", "montessori",
          "k-", "k8", "k12", "magnet", "isd", "intermediate")


class SchoolRule:
    """"Lincoln High School sold 300 tickets" is a word problem; "i go to lincoln high" is not."""

    name = "school"
    type = SpanType.SCHOOL

    def find(self, view: View, previous: View | None) -> Iterator[tuple[int, int]]:
        """Spans of schools."""
        if view.role is SpeakerRole.OTHER and previous is None:
            return
        is_answer = previous is not None and _QUESTION.search(previous.text[-300:]) is not None
        yield from (match.span() for match in matcher("schools.yaml").finditer(view.text))
        if view.has_digit:
            for match in _NUMBERED.finditer(view.text):
                if _is_spoken_of(view, *match.span(), is_answer):
                    yield match.span()
        if view.mentions(*_HINTS):
            for match in _KIND.finditer(view.text):
                yield from _named(view, match, is_answer)


def _named(view: View, match: regex.Match[str], is_answer: bool) -> Iterator[tuple[int, int]]:
    start = _name_start(view, match)
    name = view.text[start : match.end()].lower()
    if start == match.start() or name in words("not_schools.yaml"):
        return
    if _is_spoken_of(view, start, match.end(), is_answer):
        yield start, match.end()


def _name_start(view: View, match: regex.Match[str]) -> int:
    """Walk left over the words of the name: capitalised ones, or small ones up to the cue."""
    start = match.start()
    for _ in range(5):
        word = _NAME_WORD.search(view.before(start, 32))
        if word is None or not _belongs(word.group().strip(), view, start):
            break
        start -= len(word.group())
    while view.text[start : match.start()].split(" ")[0].lower() in _SMALL_WORD:
        start += view.text[start:].index(" ") + 1
    return start


def _belongs(word: str, view: View, start: int) -> bool:
    """Whether a word left of `start` is part of the school's name."""
    if word.lower() in words("not_school_names.yaml") or word[-1] in ".,:;" and word != "St.":
        return False
    if word[0].isupper() or word.lower() in _SMALL_WORD and view.text[start].isupper():
        return True
    return word.isalpha() and view.text[start].islower()


def _is_spoken_of(view: View, start: int, end: int, is_answer: bool) -> bool:
    if is_answer and stands_alone(view, start, end):
        return True
    left = view.before(start)
    if view.role is SpeakerRole.OTHER:
        return False
    if _OWN.search(left):
        return True
    if not _AT.search(left):
        return False
    return bool(_FIRST_PERSON_BEFORE.search(left) or _FIRST_PERSON_BEHIND.match(view.after(end)))
