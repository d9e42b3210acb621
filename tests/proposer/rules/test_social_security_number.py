import pytest

from pipeline.proposer.rules.social_security_number import SocialSecurityNumberRule

ROWS = [
    "it's ⟦536-90-4399⟧ i think",
    "⟦536-90-4399⟧.",
    "⟦５３６-90-4399⟧",
    "⟦912-70-1234⟧",
    # Hard negatives.
    "000-12-3456",
    "666-12-3456",
    "536-00-4399",
    "536-90-0000",
    "900-45-1234=",
    "536-90-4399 = 47",
    "2024-01-15",
    "1536-90-4399",
    "536-90-4399-1",
    "3.536-90-4399",
    "536904399",
]


@pytest.mark.parametrize("row", ROWS)
def test_finds_what_is_marked(check, row):
    check(SocialSecurityNumberRule(), row)
