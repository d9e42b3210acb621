import pytest

from pipeline.proposer.rules.ip_address import IpAddressRule

ROWS = [
    "my IP is ⟦73.12.9.4⟧",
    "it says blocked and my ip is ⟦24.241.180.51⟧",
    "⟦189.43.170.99⟧",
    "it says ⟦73.112.9.41⟧ is blocked",
    "ping ⟦10.0.0.1/24⟧",
    "my ip is ⟦73.12.9.4⟧.",
    "my ip is ⟦73.12.\u200b9.4⟧",
    "my ip is ⟦７３.12.9.4⟧",
    "⟦2001:0db8:85a3:0000:0000:8a2e:0370:7334⟧",
    "⟦2001:db8::8a2e:370:7334⟧",
    "⟦FE80::1ff:fe23:4567:890a⟧",
    "my ip is ⟦fe80::1%eth0⟧",
    "my ip is ⟦::1⟧",
    "server ⟦::ffff:73.12.9.4⟧",
    "⟦2001:db8:abcd::/48⟧",
    # Hard negatives: sections, versions, steps, ratios, times, program text.
    "3.14.15.92",
    "in step 1.2.3.4 we add",
    "step 1.2.3.4",
    "version 10.20.30.40",
    "section 192.168.100.1",
    "standard 5.3.1.2",
    "1.2.3.4.5",
    "my ip is 300.12.9.4",
    "my ip is 73.12.9",
    "std::bad and a::b",
    "add::bad",
    "ratio 3:4:5 and 08:51:06",
    "12::30",
    "FE and dead: beef",
    "1:2:3:4:5:6:7:8",
]


@pytest.mark.parametrize("row", ROWS)
def test_finds_what_is_marked(check, row):
    check(IpAddressRule(), row)
