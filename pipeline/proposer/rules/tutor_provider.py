"""Tutoring providers: listed ones, and names that say what they are where a session begins."""

from collections.abc import Iterator

import regex

from pipeline.proposer.rules.lexicon import matcher, words
from pipeline.proposer.rules.view import View
from pipeline.transcripts import SpanType, SpeakerRole

_NAME = r"(?:\p{Lu}[\p{L}\d'&]{1,24}[ ]){0,3}"
_STRUCTURED = regex.compile(
    rf"(?<![\p{{L}}\d'])(?:{_NAME}\p{{Lu}}[\p{{L}}\d'&]{{1,24}})[ ]"
    r"(?:Tutoring|Tutors|Tutorials|Learning[ ]Cent(?:er|re)|Tutoring[ ]Cent(?:er|re))\b"
)
# Written together with an inner capital, as companies are and children are not.
_COINED = regex.compile(
    r"(?<![\p{L}\d'])(?=\p{L}*(?i:tutor|learn|math|mentor|teach|study|path|class|bright|scholar|coach|school|edu))"
    r"\p{Lu}\p{Ll}+(?:\p{Lu}\p{Ll}+){1,3}(?:[ ](?:Live|Tutoring|Learning|Online|Plus|Academy|Kids|Club))?(?![\p{L}\d])"
)
_CUE = regex.compile(
    r"\b(?:welcome(?:\sback)?\sto|is\sthis|this\sis|thanks?\s(?:you\s)?for\s(?:choosing|joining|using)"
    r"|sign(?:ed)?\s(?:me\s)?up\s(?:for|with|on|at)|(?:i'?m|i\sam|calling|tutor)\s(?:\w+\s)?(?:from|with|at)"
    r"|work(?:ing)?\s(?:for|with|at)|here\sat|joined|session\s(?:on|with|at))\s$",
    regex.IGNORECASE,
)


class TutorProviderRule:
    """The structural forms need capitals; the list is matched in any case."""

    name = "tutor_provider"
    type = SpanType.TUTOR_PROVIDER

    def find(self, view: View, previous: View | None) -> Iterator[tuple[int, int]]:
        """Spans of providers."""
        for match in matcher("tutor_providers.yaml").finditer(view.text):
            yield match.span()
        if view.role is SpeakerRole.OTHER or view.lower == view.text:
            return
        if view.mentions("tutor", "learning cent"):
            for match in _STRUCTURED.finditer(view.text):
                start = _after_cue_words(view, match)
                if start is not None:
                    yield start, match.end()
        for match in _COINED.finditer(view.text):
            if _is_provider(view, match):
                yield match.span()


def _after_cue_words(view: View, match: regex.Match[str]) -> int | None:
    """Where the name starts: a sentence's first word ("The Tutoring …") is no name."""
    start = match.start()
    while view.text[start : match.end()].split(" ")[0].lower() in words("not_provider_names.yaml"):
        start += view.text[start : match.end()].index(" ") + 1
        if " " not in view.text[start : match.end()]:
            return None
    return start


def _is_provider(view: View, match: regex.Match[str]) -> bool:
    if match.group().lower() in words("public_brands.yaml"):
        return False
    return bool(_CUE.search(view.before(match.start(), 40)))
