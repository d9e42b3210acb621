"""Places a speaker lives in, moved from or speaks from; a word problem's places stay."""

from collections.abc import Iterator

import regex

from pipeline.proposer.rules.answer import stands_alone
from pipeline.proposer.rules.lexicon import matcher, words
from pipeline.proposer.rules.view import View
from pipeline.transcripts import SpanType, SpeakerRole

_CAPITALISED = regex.compile(
    r"(?<![\w'.-])\p{Lu}\p{Ll}[\p{L}'-]*(?:[ ](?:(?:of|de|del|la|el)[ ])?\p{Lu}\p{Ll}[\p{L}'-]*){0,2}"
    r"(?:,[ ](?:\p{Lu}\p{Lu}\b|\p{Lu}\p{Ll}[\p{L}'-]+(?:[ ]\p{Lu}\p{Ll}[\p{L}'-]+)?))?"
)
_MOVED = regex.compile(
    r"""\b(?:(?:i|we|i\sjust|we\sjust|my\sfamily|my\sfamily\sand\si)\s(?:just\s|only\s|all\s)?
      (?:moved|came)\s(?:here\s|over\s|back\s)?(?:from|to)
    |(?:i|we)\s(?:\w+\s)?live\s(?:\w+\s)?(?:in|near)|(?:i|we)\s(?:was|were)\sborn\sin
    |(?:i|we)\s(?:grew\sup|used\sto\slive)\sin
    |(?:my\s\w+|our\s\w+)\s(?:lives?|live)\s(?:\w+\s)?in
    |(?:i'?m|i\sam|im|we'?re|we\sare)\s(?:\w+\s)?(?:calling|joining|zooming|visiting|living)\s(?:\w+\s)?(?:from|in)
    |(?:i'?m|i\sam|im|we'?re|we\sare)\s(?:\w+ly\s)?from)\s$""",
    regex.IGNORECASE | regex.VERBOSE,
)
_IN = regex.compile(r"\b(?:i'?m|i\sam|im|we'?re|we\sare|here|back)\s(?:\w+\s)?in\s$", regex.IGNORECASE)
_LATE = regex.compile(
    r"[\s,.!-]{0,3}(?:so\s|and\s|right\snow|now|where\s|lol\s)?(?:right\snow|now\b|today|this\sweek|so\sit'?s|it'?s|its|the\stime|time\szone|timezone|for\s(?:the|a)\s|visiting|with\smy)",
    regex.IGNORECASE,
)
_QUESTION = regex.compile(
    r"""\bwhere\s(?:are|r|is)\s(?:you|u|y'?all|everyone|everybody)(?:\s(?:all|guys|both))?
      \s(?:joining|from|calling|zooming|dialing|logging|located|living|based|tuning|at)
    |\bwhere\s(?:do|did)\s(?:you|u)\s(?:live|move\sfrom|come\sfrom)
    |\b(?:what|which)\s(?:city|town|state|country)\s(?:are|do|is|r)\s(?:you|u)""",
    regex.IGNORECASE | regex.VERBOSE,
)
_HINTS = ("moved", "came", "live", "born in", "grew", "from", "im in", "i'm in", "am in", "re in", "here in",
          "back in", "are in")


class LocationRule:
    """A strong first-person cue and a capital or a listed place; the rest is the encoders'."""

    name = "location"
    type = SpanType.LOCATION

    def find(self, view: View, previous: View | None) -> Iterator[tuple[int, int]]:
        """Spans of places."""
        is_answer = previous is not None and _QUESTION.search(previous.text[-300:]) is not None
        if not is_answer and (view.role is SpeakerRole.OTHER or not view.mentions(*_HINTS)):
            return
        for match in _CAPITALISED.finditer(view.text):
            if _is_capital_place(view, match, is_answer):
                yield match.span()
        for match in matcher("places.yaml").finditer(view.text):
            if _is_spoken_of(view, *match.span(), is_answer, is_listed=True):
                yield match.span()


def _is_capital_place(view: View, match: regex.Match[str], is_answer: bool) -> bool:
    first = regex.split(r"[ ,]", match.group().lower())[0]
    if first in words("not_places.yaml") or match.group().lower() in words("not_places.yaml"):
        return False
    return _is_spoken_of(view, *match.span(), is_answer, is_listed=False)


def _is_spoken_of(view: View, start: int, end: int, is_answer: bool, *, is_listed: bool) -> bool:
    if is_answer and stands_alone(view, start, end):
        return True
    left = view.before(start)
    if _MOVED.search(left):
        return True
    is_here = _IN.search(left) is not None
    return is_here and (is_listed or _LATE.match(view.after(end)) is not None)
