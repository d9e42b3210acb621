import pytest

from pipeline.proposer.rules.iban import IbanRule

ROWS = [
    "⟦GB82WEST12345698765432⟧",
    "⟦GB82 WEST 1234 5698 7654 32⟧ is mine",
    "pay ⟦DE89370400440532013000⟧.",
    "⟦DE89\u00a03704\u00a00044\u00a00532\u00a00130\u00a000⟧ thanks",
    "⟦gb82west12345698765432⟧",
    # Hard negatives.
    "GB83WEST12345698765432",
    "GB82WEST1234569876543",
    "AB12 and CD34 meet at EF56",
    "XX89370400440532013000",
]


@pytest.mark.parametrize("row", ROWS)
def test_finds_what_is_marked(check, row):
    check(IbanRule(), row)
