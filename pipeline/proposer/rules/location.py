"""Places a speaker lives in, moved from or speaks from; a word problem's places stay."""

import re
from collections.abc import Iterator

from pipeline.proposer.rules.answer import answers, stands_alone
from pipeline.proposer.rules.lexicon import named_in, words
from pipeline.proposer.rules.view import View
from pipeline.transcripts import SpanType, SpeakerRole

_WORD = r"[^\W\d_a-zà-öø-ÿ][^\W\d_][\w'-]{0,24}"
_CAPITALISED = re.compile(
    rf"(?<![\w'.-]){_WORD}(?:[ ](?:(?:of|de|del|la|el)[ ])?{_WORD}){{0,2}}"
    rf"(?:,[ ]{_WORD}(?:[ ]{_WORD})?)?(?!\w)"
)
_HERE = r"(?:i'?m|i\sam|we'?re|we\sare)"
_LIVED = re.compile(
    rf"""\b(?:(?:i|we|my\sfamily(?:\sand\si)?)\s(?:just\s|only\s|all\s)?(?:moved|came)\s
      (?:here\s|over\s|back\s)?(?:from|to)
    |(?:i|we)\s(?:\w+\s)?live\s(?:\w+\s)?(?:in|near)|(?:i|we)\s(?:was|were)\sborn\sin
    |(?:i|we)\s(?:grew\sup|used\sto\slive)\sin
    |my\s\w+\slives?\s(?:\w+\s)?in
    |my\s(?:whole\s)?(?:family|mom|mum|dad|parents|grandma|grandpa|grandparents|cousins?)\s
      (?:is|are|was|were|comes?|came|moved)\s(?:\w+ly\s)?(?:here\s)?(?:from|to)
    |{_HERE}\s(?:\w+\s)?(?:calling|joining|zooming|visiting|living)\s(?:\w+\s)?(?:from|in)
    |{_HERE}\s(?:\w+ly\s)?from)\s$""",
    re.IGNORECASE | re.VERBOSE,
)
_IN = re.compile(rf"\b(?:{_HERE}|here|back)\s(?:\w+\s)?in\s$", re.IGNORECASE)
_LATE = re.compile(
    r"[\s,.!-]{1,3}(?:(?:so|and|where|lol)\s)?(?:right\snow|now\b|today|this\sweek|it'?s\b"
    r"|the\stime|time\s?zone|visiting|with\smy|for\s(?:the|a)\s)",
    re.IGNORECASE,
)
_QUESTION = re.compile(
    r"""\bwhere\s(?:are|r|is)\s(?:you|u|y'?all|everyone|everybody)(?:\s(?:all|guys|both))?
      \s(?:joining|from|calling|zooming|dialing|logging|located|living|based|tuning|at)
    |\bwhere\s(?:do|did)\s(?:you|u)\s(?:live|move\sfrom|come\sfrom)
    |\b(?:what|which)\s(?:city|town|state|country)\s(?:are|do|is|r)\s(?:you|u)""",
    re.IGNORECASE | re.VERBOSE,
)
_HINTS = (
    *("moved", "came ", "live in", "live near", "lives in", "live right", "born in", "grew up"),
    *(
        "used to live",
        "is from",
        "come from",
        "comes from",
        "were from",
        "was from",
        "m from",
        "re from",
        "am from",
        "ly from",
        "are from",
        "ing from",
        "ing in",
    ),
    *("im in", "i'm in", "am in", "we're in", "are in", "here in", "back in", " live "),
)


class LocationRule:
    """A strong first-person cue and a capital or a listed place; the rest is the encoders'."""

    name = "location"
    type = SpanType.LOCATION

    def find(self, view: View, previous: View | None) -> Iterator[tuple[int, int]]:
        """Spans of places."""
        is_answer = answers(view, previous, _QUESTION)
        if not is_answer and (view.role is SpeakerRole.OTHER or not view.mentions(*_HINTS)):
            return
        for match in _CAPITALISED.finditer(view.text):
            may_be = _may_be_place(match.group().lower())
            if may_be and _is_spoken_of(view, *match.span(), is_answer, False):
                yield match.span()
        for start, end in named_in(view, "places.yaml"):
            if _is_spoken_of(view, start, end, is_answer, True):
                yield start, end


def _may_be_place(name: str) -> bool:
    first = re.split(r"[ ,]", name, maxsplit=1)[0]
    return not {first, name} & words("not_places.yaml")


def _is_spoken_of(view: View, start: int, end: int, is_answer: bool, is_listed: bool) -> bool:
    if is_answer and stands_alone(view, start, end):
        return True
    left = view.before(start)
    if _LIVED.search(left):
        return True
    is_here = _IN.search(left) is not None
    return is_here and (is_listed or _LATE.match(view.after(end)) is not None)
