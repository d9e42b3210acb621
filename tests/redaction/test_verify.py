"""The last look finds every way in which an output can be wrong."""

from dataclasses import replace

import pytest

from pipeline.policy.mask import mask
from pipeline.redaction.verify import VerificationError, verify
from pipeline.transcripts import Span, SpanType


@pytest.fixture
def decided(cascade, make_dialogue):
    dialogue = make_dialogue("d1")
    _, decisions = next(cascade.decide([dialogue]))
    return dialogue, decisions, mask(dialogue, decisions)


def with_text(redacted, turn_id, old, new):
    turns = [
        turn.model_copy(update={"text": turn.text.replace(old, new)})
        if turn.turn_id == turn_id
        else turn
        for turn in redacted.dialogue.turns
    ]
    return replace(redacted, dialogue=redacted.dialogue.model_copy(update={"turns": tuple(turns)}))


def with_dialogue(redacted, **fields):
    return replace(redacted, dialogue=redacted.dialogue.model_copy(update=fields))


def test_a_right_output_passes(decided):
    verify(*decided)


@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param(lambda out: with_text(out, 0, "[NAME]", "Zuleika"), id="name back"),
        pytest.param(lambda out: with_text(out, 0, "[NAME]", "[EMAIL]"), id="another label"),
        pytest.param(lambda out: with_text(out, 0, "x = 5", "x = 6"), id="mathematics changed"),
        pytest.param(lambda out: with_text(out, 1, "Euler", "[NAME]"), id="keep was redacted"),
        pytest.param(lambda out: with_text(out, 1, "ask ", "ask"), id="a space is gone"),
        pytest.param(lambda out: replace(out, redactions=out.redactions[1:]), id="uncounted"),
        pytest.param(lambda out: replace(out, redactions=out.redactions[::-1]), id="unsorted"),
        pytest.param(
            lambda out: replace(out, redactions=(out.redactions[0], *out.redactions)), id="twice"
        ),
        pytest.param(
            lambda out: with_dialogue(out, turns=out.dialogue.turns[:1]), id="a turn is gone"
        ),
        pytest.param(
            lambda out: with_dialogue(out, turns=out.dialogue.turns[::-1]), id="turns swapped"
        ),
        pytest.param(
            lambda out: with_dialogue(
                out, spans=(Span(turn_id=0, start=0, end=1, type=SpanType.NAME),)
            ),
            id="gold passed",
        ),
    ],
)
def test_a_wrong_output_is_refused_without_its_text(decided, spoil):
    dialogue, decisions, redacted = decided
    with pytest.raises(VerificationError, match="d1") as raised:
        verify(dialogue, decisions, spoil(redacted))
    assert "Zuleika" not in str(raised.value)


def test_a_decision_the_policy_forgot_is_found(decided):
    dialogue, decisions, _ = decided
    with pytest.raises(VerificationError, match="is left"):
        verify(dialogue, decisions, mask(dialogue, decisions[1:]))


def test_a_redaction_nobody_decided_is_found(decided):
    dialogue, decisions, redacted = decided
    with pytest.raises(VerificationError, match="is gone"):
        verify(dialogue, decisions[1:], redacted)


@pytest.mark.parametrize("p_redact", [float("nan"), -0.1, 1.1])
def test_a_decision_without_probability_is_refused(decided, p_redact):
    dialogue, decisions, redacted = decided
    spoilt = [replace(decisions[0], p_redact=p_redact), *decisions[1:]]
    with pytest.raises(VerificationError, match="probability"):
        verify(dialogue, spoilt, redacted)
