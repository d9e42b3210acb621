"""A model that fails never means "nothing found"."""

import pytest

from pipeline.redaction import deciding
from pipeline.redaction.deciding import DeadLetter, Decided, decided


def test_outcomes_come_in_order_across_batches(cascade, make_dialogue, monkeypatch):
    monkeypatch.setattr(deciding, "BATCH_DIALOGUES", 3)
    ids = [f"d{number}" for number in range(10)]
    outcomes = list(decided((make_dialogue(one) for one in ids), cascade))
    assert [one.dialogue.dialogue_id for one in outcomes] == ids


def test_only_the_dialogue_that_breaks_the_model_is_held(cascade, make_dialogue):
    outcomes = list(decided([make_dialogue(one) for one in ("a", "poison", "b")], cascade))
    assert [type(one) for one in outcomes] == [Decided, DeadLetter, Decided]
    assert outcomes[1] == DeadLetter("poison", "the model failed: RuntimeError")


class _Faulty:
    name, version = "faulty", "1"

    def __init__(self, spoil):
        self._spoil = spoil

    def decide(self, dialogues):
        return iter(self._spoil([(dialogue, []) for dialogue in dialogues]))


@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param(lambda answers: [], id="no answer"),
        pytest.param(lambda answers: answers[:-1], id="one answer short"),
        pytest.param(lambda answers: answers * 2, id="answers too many"),
        pytest.param(lambda answers: [(None, []) for _ in answers], id="not a dialogue"),
        pytest.param(lambda answers: [(one, None) for one, _ in answers], id="no decisions"),
        pytest.param(lambda answers: 1 / 0, id="an exception"),
    ],
)
def test_a_wrong_answer_holds_every_dialogue(spoil, make_dialogue):
    outcomes = list(decided([make_dialogue("a")], _Faulty(spoil)))
    assert [type(one) for one in outcomes] == [DeadLetter]


def test_answers_in_another_order_are_not_believed(make_dialogue):
    dialogues = [make_dialogue("a"), make_dialogue("b")]
    outcomes = list(decided(dialogues, _Faulty(lambda answers: answers[::-1])))
    # One by one there is no order to be wrong about.
    assert [one.dialogue.dialogue_id for one in outcomes] == ["a", "b"]


def test_an_error_of_the_reader_is_not_taken_for_one_of_the_model(cascade):
    def broken():
        raise OSError("gone")
        yield

    with pytest.raises(OSError, match="gone"):
        list(decided(broken(), cascade))


def test_long_dialogues_make_small_batches(cascade, make_dialogue, monkeypatch):
    monkeypatch.setattr(deciding, "BATCH_CODE_POINTS", 100)
    sizes = []
    decide = cascade.decide
    monkeypatch.setattr(cascade, "decide", lambda batch: sizes.append(len(batch)) or decide(batch))
    list(decided([make_dialogue(str(at), "x" * 60) for at in range(5)], cascade))
    assert sizes == [2, 2, 1]
