"""Tutoring providers: listed ones, and names that say what they are where a session begins."""

import re
from collections.abc import Iterator

from pipeline.proposer.rules.lexicon import named_in, words
from pipeline.proposer.rules.view import View
from pipeline.transcripts import SpanType, SpeakerRole

_STRUCTURED = re.compile(
    r"(?<![\w'])(?:[^\W\d_a-z][\w'&]{1,24}[ ]){1,4}"
    r"(?:Tutoring|Tutors|Tutorials|(?:Learning|Tutoring)[ ]Cent(?:er|re))\b"
)
_INNER_CAPITAL = re.compile(r"[a-z][A-Z]")
# Written together with an inner capital, as companies are and children are not.
_COINED = re.compile(
    r"(?<![\w'])[A-Z][a-z]{1,15}(?:[A-Z][a-z]{1,15}){1,3}"
    r"(?:[ ](?:Live|Tutoring|Learning|Online|Plus|Academy|Kids|Club))?(?!\w)"
)
_LEARNING = (
    *("tutor", "learn", "math", "mentor", "teach", "study", "path", "class", "bright", "scholar"),
    *("coach", "school", "edu", "prep", "brain", "skill", "lesson", "homework", "grade", "number"),
    *("genius", "quest", "smart", "bridge"),
)
_CUE = re.compile(
    r"\b(?:welcome(?:\sback)?\sto|is\sthis|this\sis|thanks?\s(?:you\s)?for\s(?:choosing|joining)"
    r"|sign(?:ed)?\s(?:me\s)?up\s(?:for|with|on|at)|(?:i'?m|i\sam|calling|tutor)\s(?:from|with|at)"
    r"|(?:this\sis|i'?m|i\sam|my\sname\sis)\s[\w.]{1,20}\s(?:[\w.]{1,20}\s)?(?:from|with|at)"
    r"|enrolled\s(?:in|at)|pays\sfor|work(?:ing)?\s(?:for|with|at)|here\sat|joined|sessions?\s(?:on|with|at))\s$",
    re.IGNORECASE,
)


_CUE_BEHIND = re.compile(r"(?:'s)?\s(?:tutor|session|tutoring|coach)s?\b", re.IGNORECASE)


class TutorProviderRule:
    """The structural forms need capitals; the list is matched in any case."""

    name = "tutor_provider"
    type = SpanType.TUTOR_PROVIDER

    def find(self, view: View, _previous: View | None) -> Iterator[tuple[int, int]]:
        """Spans of providers."""
        yield from named_in(view, "tutor_providers.yaml")
        if view.role is SpeakerRole.OTHER:
            return
        if view.mentions("tutor", "learning cent"):
            for structured in _STRUCTURED.finditer(view.text):
                yield from _without_sentence_start(view, structured)
        if _INNER_CAPITAL.search(view.text):
            for coined in _COINED.finditer(view.text):
                if _is_provider(view, coined):
                    yield coined.span()


def _without_sentence_start(view: View, match: re.Match[str]) -> Iterator[tuple[int, int]]:
    """ "Welcome To Oak Tutoring" names Oak Tutoring; "Online Tutoring" names nobody."""
    start, end = match.span()
    while " " in view.text[start:end]:
        word = view.text[start : view.text.index(" ", start)].lower()
        if word not in words("not_provider_names.yaml"):
            yield start, end
            return
        start += len(word) + 1


def _is_provider(view: View, match: re.Match[str]) -> bool:
    name = match.group().lower()
    if name in words("public_brands.yaml") or not any(part in name for part in _LEARNING):
        return False
    is_cued = _CUE.search(view.before(match.start(), 70)) is not None
    return is_cued or _CUE_BEHIND.match(view.after(match.end())) is not None
