import pytest

from pipeline.proposer.rules.routing_number import RoutingNumberRule

ROWS = [
    "my routing number is ⟦021000021⟧",
    "ABA: ⟦011401533⟧",
    "routing ⟦０２１０００021⟧",
    # Hard negatives.
    "021000021",
    "the total is 021000021",
    "my routing number is 021000022",
    "routing number 1021000021",
    "the route is 021000021 km",
]


@pytest.mark.parametrize("row", ROWS)
def test_finds_what_is_marked(check, row):
    check(RoutingNumberRule(), row)
