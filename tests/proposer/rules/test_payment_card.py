import pytest

from pipeline.proposer.rules.payment_card import PaymentCardRule

ROWS = [
    "use ⟦4111 1111 1111 1111⟧ ok",
    "⟦4111-1111-1111-1111⟧",
    "⟦5500005555555559⟧",
    "⟦3782 822463 10005⟧",
    "⟦378282246310005⟧.",
    "⟦4111\u00a01111\u00a01111\u00a01111⟧",
    "⟦４１１１111111111111⟧",
    # Hard negatives: a check digit that happens to fit is found in one number of ten.
    "4111 1111 1111 1112",
    "52.5702100309281",
    "4.111111111111111",
    "0.4111111111111111",
    "4111111111111111 × 2",
    "2 * 4111111111111111",
    "4111111111111111 / 3",
    "x = 4111111111111111",
    "4111111111111111 divided by 2",
    "4111111111111111.5",
    "41111111111111111111111",
    "0000000000000000",
    "123456123456781",
    "12345678923467891234",
    "135791357913579",
]


@pytest.mark.parametrize("row", ROWS)
def test_finds_what_is_marked(check, row):
    check(PaymentCardRule(), row)
