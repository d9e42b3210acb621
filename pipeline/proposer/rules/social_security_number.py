"""US social security and taxpayer numbers, by their shape."""

import re
from collections.abc import Iterator

from stdnum.us import itin, ssn

from pipeline.proposer.rules.arithmetic import calculated_with
from pipeline.proposer.rules.view import View
from pipeline.transcripts import SpanType

_SHAPE = re.compile(r"(?<![\w.])(?<![\d,/-][-/,])\d{3}-\d{2}-\d{4}(?!\w|[-.,/]\d)", re.ASCII)


class SocialSecurityNumberRule:
    """Three, two and four digits with hyphens, in a range that was issued."""

    name = "social_security_number"
    type = SpanType.IDENTIFYING_NUMBER

    def find(self, view: View, _previous: View | None) -> Iterator[tuple[int, int]]:
        """Spans of the numbers."""
        if "-" not in view.text or not view.has_digit:
            return
        for match in _SHAPE.finditer(view.text):
            if _was_issued(match.group()) and not calculated_with(view, *match.span()):
                yield match.span()


def _was_issued(text: str) -> bool:
    return bool(ssn.is_valid(text) or itin.is_valid(text))
