"""US bank routing numbers, when somebody says that it is one."""

import re
from collections.abc import Iterator

from stdnum.us import rtn

from pipeline.proposer.rules.view import View
from pipeline.transcripts import SpanType

_SHAPE = re.compile(r"(?<![\w.-])\d{9}(?!\w|[-.,/]\d)", re.ASCII)
_CUE = re.compile(r"\b(?:routing|aba|rtn|transit)\b[^\d.?!]{0,25}$", re.IGNORECASE)


class RoutingNumberRule:
    """Nine digits with the association's check digit, behind a cue."""

    name = "routing_number"
    type = SpanType.IDENTIFYING_NUMBER

    def find(self, view: View, _previous: View | None) -> Iterator[tuple[int, int]]:
        """Spans of the numbers."""
        if not view.has_digit or not view.mentions("routing", "aba", "rtn", "transit"):
            return
        for match in _SHAPE.finditer(view.text):
            if _CUE.search(view.before(match.start())) and rtn.is_valid(match.group()):
                yield match.span()
