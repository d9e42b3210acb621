"""Schools: a listed one anywhere, a name of school shape where somebody speaks of his own."""

import re
from collections.abc import Iterator

from pipeline.proposer.rules.answer import answers, stands_alone
from pipeline.proposer.rules.lexicon import named_in, words
from pipeline.proposer.rules.view import View
from pipeline.transcripts import SpanType, SpeakerRole

_KIND = re.compile(
    r"""\b(?:(?:elementary|primary|middle|high|charter|grammar|magnet|montessori|intermediate
      |secondary|junior\shigh|senior\shigh|day|preparatory|prep|catholic|lutheran|christian)
      (?:[ ](?:school|academy))?
      |academy|school(?:[ ](?:of|for)[ ]\w+)?|isd)\b
    |\bk-?(?:5|6|8|12)\b""",
    re.IGNORECASE | re.VERBOSE,
)
_NUMBERED = re.compile(
    r"(?<!\w)(?:P\.?S\.?|I\.?S\.?|M\.?S\.?|J\.?H\.?S\.?)[ ]?#?\d{1,3}(?!\w|[.,]\d)", re.IGNORECASE
)
_WORD_BEFORE = re.compile(r"(?<![\w'])(?:St\.|[\w'.-]{1,30})[ ]$")
_SMALL_WORDS = frozenset(["of", "the", "for", "and"])
_LONGEST_NAME = 5
_OWN = re.compile(
    r"""\b(?:
    (?:i|we|my\s\w+)\s(?:\w+\s)?(?:go|went|going|goes)\sto
    |(?:i|we|my\s\w+)\s(?:attend|attends|attended|(?:transferred|switched|moved)\s(?:to|from)
      |came\sfrom)
    |(?:i'?m|i\sam|we'?re|we\sare)\s(?:\w+\s)?(?:at|from|in)
    |i\s(?:\w+\s)?(?:teach|work)(?:\s\w+){0,4}\sat
    |(?:my|our|ur|your|her|his)\s(?:\w+\s)?school(?:\sis(?:\scalled)?|'s|,)
    |here\sat|over\sat
    )\s$""",
    re.IGNORECASE | re.VERBOSE,
)
_AT = re.compile(r"\bat\s$", re.IGNORECASE)
_FIRST_PERSON = r"\b(?:i|we|my|our|us|me|i'm|im|we're|i've)\b"
_FIRST_PERSON_BEFORE = re.compile(rf"{_FIRST_PERSON}[^.?!]*$", re.IGNORECASE)
_FIRST_PERSON_BEHIND = re.compile(rf"[^.?!]{{0,25}}{_FIRST_PERSON}", re.IGNORECASE)
# It has to ask for the speaker's own: "Which school sold more tickets?" is a problem.
_QUESTION = re.compile(
    r"\b(?:which|what|what's|whats)\s(?:\w+\s){0,2}school\b(?=[^?.]{0,30}\b(?:you|u|ya|your)\b)"
    r"|\bwhere\sdo\s(?:you|u)\sgo\sto\sschool\b|\b(?:your|ur)\sschool(?:'s)?(?:\sname)?\b"
    r"|\bgrade\sand\sschool\b",
    re.IGNORECASE,
)
_HINTS = (
    *("school", "elementary", "academy", "primary", "middle", "high", "charter", "prep", "magnet"),
    *("montessori", "k-", "k5", "k8", "k12", "isd", "grammar", "intermediate", "secondary"),
)


class SchoolRule:
    """ "Lincoln High School sold 300 tickets" is a word problem; "i go to lincoln high" is not."""

    name = "school"
    type = SpanType.SCHOOL

    def find(self, view: View, previous: View | None) -> Iterator[tuple[int, int]]:
        """Spans of schools."""
        yield from named_in(view, "schools.yaml")
        has_kind = view.mentions(*_HINTS)
        if not has_kind and not view.has_digit:
            return
        is_answer = answers(view, previous, _QUESTION)
        if view.has_digit:
            for match in _NUMBERED.finditer(view.text):
                if _is_spoken_of(view, *match.span(), is_answer):
                    yield match.span()
        if has_kind:
            for match in _KIND.finditer(view.text):
                yield from _named(view, match, is_answer)


def _named(view: View, match: re.Match[str], is_answer: bool) -> Iterator[tuple[int, int]]:
    start, end = _name_start(view, match.start()), match.end()
    is_product = view.text[start:end].lower() in words("not_schools.yaml")
    if start < match.start() and not is_product and _is_spoken_of(view, start, end, is_answer):
        yield start, end


def _name_start(view: View, kind: int) -> int:
    """Walk left over the words of the name: capitalised ones, or small ones up to the cue."""
    start = kind
    for _ in range(_LONGEST_NAME):
        word = _WORD_BEFORE.search(view.before(start, 32))
        if word is None or not _belongs(word.group().strip(), view, start):
            break
        start -= len(word.group())
    while (first := view.text[start:kind].split(" ")[0]).lower() in _SMALL_WORDS:
        start += len(first) + 1
    return start


def _belongs(word: str, view: View, start: int) -> bool:
    """Whether a word left of `start` is part of the school's name."""
    if word.lower() in _SMALL_WORDS:
        return view.text[start].isupper()
    if word.lower() in words("not_school_names.yaml") or (word[-1] in ".-'" and word != "St."):
        return False
    return word[0].isupper() or view.text[start].islower()


def _is_spoken_of(view: View, start: int, end: int, is_answer: bool) -> bool:
    if is_answer and (stands_alone(view, start, end) or view.text[start].isupper()):
        return True
    left = view.before(start)
    if view.role is SpeakerRole.OTHER:
        return False
    if _OWN.search(left):
        return True
    if not _AT.search(left):
        return False
    behind = _FIRST_PERSON_BEHIND.match(view.after(end))
    return bool(behind or _FIRST_PERSON_BEFORE.search(left))
