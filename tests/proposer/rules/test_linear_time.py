"""Every rule reads a long turn in time that grows with its length, whatever is in it."""

import time

import pytest

from pipeline.proposer.rules import RULES, view_of
from pipeline.transcripts import SpeakerRole

SIZE = 100_000
# Four times the text in less than eight times the time: a quadratic rule needs sixteen.
LARGEST_RATIO = 8
# Below this, the clock and the machine's other work say more than the rule does.
QUICK = 0.05
UNITS = [
    *("a", "1", "a@", "(", "http://", "1.1.", "a.", "a.com/", "1-", "1 ", "12 ", "A1", ":", "a:"),
    *("my id is 1", "i'm ", "im 1 ", "call me 1", "A a", "Aa ", "AaBb", "a ", "St. ", "1 a st "),
    *("@", "-", "http://a(", "http://a)", "www.", "1 Elm ", "at A School ", "\u200b1"),
    *("555-", "(555) ", "a_", "GB82 ", "a at ", "my school is ", "born 1/"),
    *("4111 ", "i live in A ", "1::", "P.O. "),
]  # fmt: skip


def _seconds(rule, text):
    view = view_of(text, SpeakerRole.STUDENT)
    started = time.process_time()
    for _ in rule.find(view, None):
        pass
    return time.process_time() - started


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_a_long_turn_takes_time_in_proportion(rule):
    for unit in UNITS:
        text = (unit * SIZE)[:SIZE]
        long = _seconds(rule, text)
        if long > QUICK:
            short = min(_seconds(rule, text[: SIZE // 4]) for _ in range(3))
            assert long < LARGEST_RATIO * short, f"{rule.name}: {unit!r}: {long:.2f}s"
        assert long < 1, f"{rule.name}: {unit!r}: {long:.2f}s"
