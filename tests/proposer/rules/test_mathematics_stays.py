"""Mathematics that has the shape of an identifier: no rule may take any of it."""

import pytest

from pipeline.proposer.rules import find_direct
from pipeline.transcripts import Dialogue, SpeakerRole, Turn

MATHEMATICS = [
    "35.008 31.354",
    "(35.008, 31.354) and (-122.41, 37.77)",
    "3.14.15.92",
    "pi is 3.141592653589793",
    "5/5 = 1 and 2.5 mg",
    "section 8.11.2, step 1.2.3.4",
    "in step 1.2.3.4 we multiply",
    "ratio 3:4:5, at 08:51:06 and 12:30",
    "6033391 times 2",
    "6033391",
    "16/04 = 4 and 0.000000012",
    "1545-0008",
    "2024-01-15 12",
    "std::bad",
    "52.5702100309281",
    "123456789 × 987654321 = 121932631112635269",
    "4111111111111111 × 2",
    "999999999 + 1 = 1000000000",
    "x = 4155552671 and y = 415-555-2671 - z",
    "555-1234 = -679",
    "849-555-0455 = -561",
    "1200-300-2000=-1100",
    "1-234-567-8910 1112 1314 1516",
    "630726 630726 On the count of three",
    "612 1824 3036, so 36",
    "500.000. Okay, cool. 50.000.000?",
    "we have 12345678 pieces",
    "10^12 is 1,000,000,000,000",
    "the number is 8005550199 in total",
    "what number is 2065550142 minus 1",
    "There are 24 students, 12 Elm trees and 3 roads",
    "the 10s place, the 1s place, 100 Square Place",
    "I'm 5 off, no I'm 10 away",
    "Tom is 11 years old and Ann is twice as old",
    "y'all look at x_1 + x_2, f.g(x), a@b",
    "Lincoln High School sold 300 tickets for $4.50",
    "Euler was born April 15, 1707",
    "on a quarterly basis",
    "user 3 has 5 more than user 2",
    "her account has $50,000",
    "1/2 + 3/4 = 5/4, i.e. 1.25",
    "Fibonacci: 1 1 2 3 5 8 13 21 34 55 89 144",
    "0.333333333333333 and 333-33-3333=0",
    "24.241.180 and 1,234.567.891",
]


@pytest.mark.parametrize("text", MATHEMATICS)
@pytest.mark.parametrize("role", list(SpeakerRole))
def test_no_rule_takes_mathematics(text, role):
    turn = Turn(turn_id=0, speaker_role=role, text=text)
    assert find_direct(Dialogue(dialogue_id="d", turns=(turn,))) == []
