"""Payment card numbers: the right first digits, the right length, and Luhn's check digit."""

import re
from collections.abc import Iterator

from stdnum import luhn

from pipeline.proposer.rules.arithmetic import calculated_with
from pipeline.proposer.rules.view import View
from pipeline.transcripts import SpanType

# A point before or behind makes it part of a decimal, and one decimal in ten passes Luhn.
_SHAPE = re.compile(
    r"(?<![\w.])(?<![\d,/-][-/, ])(?:\d{13,19}|\d{4}(?P<gap>[ -])\d{4}(?P=gap)\d{4}(?P=gap)\d{1,7}"
    r"|\d{4}(?P<amex>[ -])\d{6}(?P=amex)\d{5})(?!\w|[-.,/]\d)",
    re.ASCII,
)
_ISSUERS = re.compile(r"4|5[1-5]|2[2-7]|3[4-7]|6(?:011|4[4-9]|5)|62|50|5[6-9]|30|3[89]|35")


class PaymentCardRule:
    """Grouped as on the card, or in one piece and not being calculated with."""

    name = "payment_card"
    type = SpanType.IDENTIFYING_NUMBER

    def find(self, view: View, _previous: View | None) -> Iterator[tuple[int, int]]:
        """Spans of the numbers."""
        if not view.has_digit:
            return
        for match in _SHAPE.finditer(view.text):
            if _is_card(match.group()) and not calculated_with(view, *match.span()):
                yield match.span()


def _is_card(text: str) -> bool:
    digits = text.replace(" ", "").replace("-", "")
    has_issuer = _ISSUERS.match(digits) is not None and len(set(digits)) > 1
    return has_issuer and 13 <= len(digits) <= 19 and bool(luhn.is_valid(digits))
