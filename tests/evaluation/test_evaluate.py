import json
import stat
from dataclasses import replace

import pytest

from pipeline.errors import UserError
from pipeline.evaluation import EvaluationError, evaluate
from pipeline.proposer.rules import find_direct
from pipeline.reviewer.decision import Action, Decision
from pipeline.transcripts import KeepSpan, Span, SpanType, SpeakerRole, Turn

FORM = {"macro_f1", "platforms", "full_coverage_recall", "partial_leaks", "keep_spans",
        "over_redacted", "by_type"}  # fmt: skip


@pytest.fixture
def evaluated(dialogue, decision, decide_by_id, native_file, tmp_path):
    """Two sets: in canonical the reviewer drops Boris, in challenge the proposer cuts Clara."""
    canonical = native_file(dialogue("d-1", "[Anna] and [Boris] and {Euler}"))
    challenge = native_file(dialogue("c-1", "[Clara]", "B"), name="challenge.jsonl")
    decide = decide_by_id(
        {
            "d-1": [decision(0, 4, 1.0), decision(9, 14, 0.2), decision(19, 24, 0.1)],
            "c-1": [decision(0, 4, 0.7)],
        }
    )
    out = tmp_path / "out"
    who = {"name": "embedded", "version": "v-abc"}
    return evaluate(decide, canonical, challenge, out, cascade=who), out


def test_metrics_have_the_agreed_form(evaluated) -> None:
    evaluation, out = evaluated
    metrics = json.loads((out / "metrics.json").read_text())
    assert metrics == evaluation.metrics
    assert metrics.keys() - FORM == {
        "challenge", "challenge_drop", "proposer_alone", "cascade", "data", "leaks", "detail"
    }  # fmt: skip
    alone = metrics["proposer_alone"]
    for one in (metrics, metrics["challenge"], alone, alone["challenge"]):
        assert one.keys() >= FORM
    assert set(metrics["platforms"]["A"]) == {
        "precision", "recall", "f1", "gold", "predicted", "matched"
    }  # fmt: skip
    assert metrics["data"]["canonical"]["dialogues"] == 1
    assert len(metrics["data"]["challenge"]["sha256"]) == 64


def test_proposer_alone_redacts_what_the_reviewer_keeps(evaluated) -> None:
    metrics = evaluated[0].metrics
    cascade, alone = metrics["platforms"]["A"], metrics["proposer_alone"]["platforms"]["A"]
    assert (cascade["precision"], cascade["recall"]) == (1.0, 0.5)
    assert (alone["precision"], alone["recall"]) == (pytest.approx(2 / 3), 1.0)
    assert (metrics["over_redacted"], metrics["proposer_alone"]["over_redacted"]) == (0, 1)


def test_leaks_say_where_and_which_stage_and_nothing_else(evaluated) -> None:
    lines = (evaluated[1] / "leaks.jsonl").read_text().splitlines()
    common = {"turn_id": 0, "type": "NAME"}
    assert [json.loads(line) for line in lines] == [
        {**common, "dataset": "canonical", "platform": "A", "dialogue_id": "d-1", "start": 9,
         "end": 14, "kind": "missed", "uncovered": 5, "lost_by": "reviewer"},
        {**common, "dataset": "challenge", "platform": "B", "dialogue_id": "c-1", "start": 0,
         "end": 5, "kind": "partial", "uncovered": 1, "lost_by": "proposer"},
    ]  # fmt: skip


def test_scores_are_counted_by_gold_and_action(evaluated) -> None:
    series = evaluated[0].metrics["detail"]["p_redact"]
    assert {half: {action: sum(bins) for action, bins in actions.items()}
            for half, actions in series.items()} == {
        "pii": {"REDACT": 1, "KEEP": 1}, "not_pii": {"REDACT": 0, "KEEP": 1}
    }  # fmt: skip
    assert series["pii"]["REDACT"][-1] == 1  # a probability of exactly 1 has a bin
    assert series["pii"]["KEEP"][4] == 1


def test_outputs_are_for_their_owner_only(evaluated) -> None:
    modes = {stat.S_IMODE(path.stat().st_mode) for path in evaluated[1].iterdir()}
    assert modes == {0o600}


def test_the_cascade_never_sees_the_gold(dialogue, native_file, tmp_path) -> None:
    seen = []

    def decide(dialogues):
        for one in dialogues:
            seen.append(one)
            yield one, []

    evaluate(decide, native_file(dialogue("d", "[Anna] {Venn}")), None, tmp_path / "out")
    assert [(one.spans, one.keep_spans) for one in seen] == [(None, ())]


def test_the_direct_rules_as_a_cascade(dialogue, native_file, tmp_path) -> None:
    def decide(dialogues):
        for one in dialogues:
            found = [Decision(rule, Action.REDACT, 1.0, "rule") for rule in find_direct(one)]
            yield one, found

    source = dialogue("d", "write to [anna@example.org] about 3.14.15.92 please")
    spans = tuple(one.model_copy(update={"type": SpanType.EMAIL}) for one in source.spans)
    path = native_file(source.model_copy(update={"spans": spans}))
    metrics = evaluate(decide, path, None, tmp_path / "out").metrics
    assert metrics["macro_f1"] == metrics["full_coverage_recall"] == 1.0
    assert metrics["by_type"].keys() == {"EMAIL"}
    assert "challenge" not in metrics


def test_every_dialogue_is_reported_as_done(dialogue, decide_by_id, native_file, tmp_path) -> None:
    done = []
    path = native_file(*(dialogue(f"d-{n}", "[Anna]") for n in range(5)))
    evaluate(decide_by_id({}), path, None, tmp_path, on_dialogue=lambda: done.append(1))
    assert len(done) == 5


def test_batches_ahead_of_the_answers_are_fine(dialogue, decision, native_file, tmp_path) -> None:
    def decide(dialogues):
        yield from [(one, [decision(0, 4)]) for one in list(dialogues)]

    path = native_file(*(dialogue(f"d-{n}", "[Anna]") for n in range(5)))
    assert evaluate(decide, path, None, tmp_path).metrics["macro_f1"] == 1.0


@pytest.mark.parametrize(
    ("break_it", "message"),
    [
        pytest.param(lambda pairs: pairs[:-1], "1 dialogues .* too few", id="one is lost"),
        pytest.param(lambda pairs: pairs[::-1], "out of order", id="they are shuffled"),
        pytest.param(lambda pairs: pairs + pairs[-1:], "out of order", id="one comes twice"),
    ],
)
def test_a_cascade_that_loses_dialogues_is_not_measured(
    dialogue, native_file, tmp_path, break_it, message
) -> None:
    def decide(dialogues):
        yield from break_it([(one, []) for one in dialogues])

    path = native_file(dialogue("d-1", "[Anna]"), dialogue("d-2", "[Boris]"))
    with pytest.raises(EvaluationError, match=message):
        evaluate(decide, path, None, tmp_path / "out")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("places", "message"),
    [
        pytest.param([(0, 40, 0.9)], r"decision \[0, 40\) of turn 0: outside", id="past the end"),
        pytest.param([(0, 4, 0.9), (3, 6, 0.9)], "overlap in turn 0 at 3", id="overlapping"),
        pytest.param([(0, 4, float("nan"))], "p_redact outside of 0..1", id="NaN"),
        pytest.param([(0, 4, 1.5)], "p_redact outside of 0..1", id="no probability"),
    ],
)
def test_unsound_decisions_are_refused(
    dialogue, decision, decide_by_id, native_file, tmp_path, places, message
) -> None:
    decide = decide_by_id({"d-1": [decision(*place) for place in places]})
    with pytest.raises(EvaluationError, match=message) as error:
        evaluate(decide, native_file(dialogue("d-1", "[Anna] said")), None, tmp_path / "out")
    assert "Anna" not in str(error.value)


def test_a_decision_for_a_turn_that_is_not_there(
    dialogue, decision, decide_by_id, native_file, tmp_path
) -> None:
    one = decision(0, 4)
    stray = replace(one, candidate=replace(one.candidate, turn_id=9))
    with pytest.raises(EvaluationError, match="turn 9: there is no such turn"):
        evaluate(decide_by_id({"d": [stray]}), native_file(dialogue("d", "[Anna]")), None, tmp_path)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        pytest.param({"spans": None}, "has no annotation", id="unannotated"),
        pytest.param(
            {"spans": (Span(turn_id=0, start=2, end=50, type=SpanType.NAME),)},
            "outside of the 4 characters",
            id="gold past the end",
        ),
        pytest.param(
            {"keep_spans": (KeepSpan(turn_id=4, start=0, end=1),)}, "no such turn", id="stray keep"
        ),
        pytest.param({"dialogue_id": "d-1"}, "occurs twice", id="repeated id"),
        pytest.param(
            {"turns": (Turn(turn_id=0, speaker_role=SpeakerRole.TUTOR, text="Anna"),) * 2},
            "two turns have the same id",
            id="repeated turn",
        ),
    ],
)
def test_a_set_that_would_mislead_is_refused(
    dialogue, decide_by_id, native_file, tmp_path, change, message
) -> None:
    second = dialogue("d-2", "[Anna]").model_copy(update=change)
    path = native_file(dialogue("d-1", "[Anna]"), second)
    with pytest.raises(EvaluationError, match=rf"dialogue 2 .*{message}"):
        evaluate(decide_by_id({}), path, None, tmp_path / "out")


def test_a_set_without_dialogues_is_refused(decide_by_id, native_file, tmp_path) -> None:
    with pytest.raises(EvaluationError, match="holds no dialogue"):
        evaluate(decide_by_id({}), native_file(), None, tmp_path / "out")


def test_a_missing_file_is_named(decide_by_id, tmp_path) -> None:
    with pytest.raises(UserError, match=r"gone\.jsonl: cannot be read"):
        evaluate(decide_by_id({}), tmp_path / "gone.jsonl", None, tmp_path / "out")
