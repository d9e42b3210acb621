"""International bank account numbers."""

import re
from collections.abc import Iterator

from stdnum import iban

from pipeline.proposer.rules.view import View
from pipeline.transcripts import SpanType

_SHAPE = re.compile(r"(?<!\w)[A-Z]{2}\d{2}[ ]?(?:[A-Z0-9]{1,4}[ ]?){2,8}", re.ASCII | re.IGNORECASE)
_SHORTEST = 15


class IbanRule:
    """Country, length and check digits all have to fit."""

    name = "iban"
    type = SpanType.IDENTIFYING_NUMBER

    def find(self, view: View, _previous: View | None) -> Iterator[tuple[int, int]]:
        """Spans of the numbers, in groups or in one piece."""
        if not view.has_digit:
            return
        for match in _SHAPE.finditer(view.text):
            end = _valid_end(view.text, *match.span())
            if end is not None:
                yield match.start(), end


def _valid_end(text: str, start: int, end: int) -> int | None:
    """The words behind a number look like its next groups: take them away until it is valid."""
    while end - start >= _SHORTEST:
        if not text[end : end + 1].isalnum() and iban.is_valid(text[start:end]):
            return end
        end -= 1
    return None
