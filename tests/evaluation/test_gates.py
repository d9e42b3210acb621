import json
from copy import deepcopy
from typing import Any

import pytest

from pipeline.evaluation.gate_metrics import GateMetrics
from pipeline.evaluation.gate_params import GateError, GateParams
from pipeline.evaluation.gate_report import gate
from pipeline.evaluation.gates import Verdict, judge_gates

BOUNDS = {
    "macro_f1_min": 0.9,
    "recall_min": 0.95,
    "recall_min_on": {"B": 0.9},
    "partial_leaks_max": 3,
    "challenge_drop_max": 0.05,
}
GOOD: dict[str, Any] = {
    "macro_f1": 0.93,
    "platforms": {"A": {"recall": 0.97, "gold": 60}, "B": {"recall": 0.91, "gold": 500}},
    "partial_leaks": 3,
    "challenge": {"macro_f1": 0.9, "platforms": {"A": {"recall": 0.95, "gold": 70}}},
    "challenge_drop": 0.03,
    "cascade": {"name": "embedded", "version": "v-abc"},
}
DROP = object()


def changed(path: str, value: object) -> dict[str, Any]:
    """GOOD with the figure at a dotted path replaced, or removed."""
    metrics = deepcopy(GOOD)
    *parents, last = path.split(".")
    place = metrics
    for parent in parents:
        place = place[parent]
    if value is DROP:
        del place[last]
    else:
        place[last] = value
    return metrics


def judge(metrics: dict[str, Any]) -> Verdict:
    return judge_gates(GateMetrics.model_validate(metrics), GateParams.model_validate(BOUNDS))


def test_all_checks_pass_and_say_so() -> None:
    verdict = judge(GOOD)
    assert verdict.passed
    assert [(check.name, check.value, check.bound) for check in verdict.checks] == [
        ("macro_f1", 0.93, 0.9),
        ("recall.A", 0.97, 0.95),
        ("recall.B", 0.91, 0.9),
        ("partial_leaks", 3, 3),
        ("challenge_drop", 0.03, 0.05),
    ]
    assert verdict.checks[0].sentence == "Canonical macro F1 0.9300 is at least 0.9000."


@pytest.mark.parametrize(
    ("path", "value", "name", "expected"),
    [
        pytest.param("macro_f1", 0.9, None, None, id="on the bound"),
        pytest.param("macro_f1", 0.8999, "macro_f1", "fail", id="just below"),
        pytest.param("macro_f1", float("nan"), "macro_f1", "insufficient", id="NaN"),
        pytest.param("macro_f1", None, "macro_f1", "insufficient", id="null"),
        pytest.param("macro_f1", DROP, "macro_f1", "insufficient", id="missing"),
        pytest.param("platforms.A.recall", 0.949, "recall.A", "fail", id="low recall on A"),
        pytest.param("platforms.B.recall", 0.899, "recall.B", "fail", id="below B's own bound"),
        pytest.param("platforms.A.gold", 0, "recall.A", "insufficient", id="no gold on A"),
        pytest.param("platforms.A.gold", DROP, "recall.A", "insufficient", id="gold unknown"),
        pytest.param("platforms.B", DROP, "recall.B", "insufficient", id="a named platform gone"),
        pytest.param("partial_leaks", 4, "partial_leaks", "fail", id="one leak too many"),
        pytest.param("partial_leaks", DROP, "partial_leaks", "insufficient", id="leaks unknown"),
        pytest.param("challenge_drop", 0.051, "challenge_drop", "fail", id="a large drop"),
        pytest.param("challenge_drop", -0.02, None, None, id="a gain"),
        pytest.param("challenge_drop", DROP, "challenge_drop", "insufficient", id="drop unknown"),
        pytest.param("challenge", DROP, "challenge_drop", "insufficient", id="no challenge set"),
        pytest.param(
            "challenge.platforms.A.gold", 0, "challenge_drop", "insufficient", id="empty challenge"
        ),
    ],
)
def test_one_figure_changed(path, value, name, expected) -> None:
    verdict = judge(changed(path, value))
    spoilt = {check.name: check.verdict for check in verdict.checks if check.verdict != "pass"}
    assert spoilt == ({name: expected} if name else {})
    assert verdict.passed == (name is None)


def test_without_any_platform_nothing_is_sufficient() -> None:
    verdict = judge(changed("platforms", {}))
    assert {check.verdict for check in verdict.checks} == {"insufficient"}
    assert not verdict.passed


def test_no_check_at_all_is_no_pass() -> None:
    assert not Verdict(()).passed


@pytest.fixture
def files(tmp_path):
    """A metrics file and a params file with given contents."""

    def write(metrics: str, params: str = json.dumps({"gate": BOUNDS})):
        (tmp_path / "metrics.json").write_text(metrics)
        (tmp_path / "params.yaml").write_text(params)
        return tmp_path / "metrics.json", tmp_path / "params.yaml"

    return write


def test_the_record_names_what_was_judged(files) -> None:
    record = gate(*files(json.dumps(GOOD)))
    assert record["verdict"] == "pass"
    assert record["cascade_version"] == "v-abc"
    assert len(record["metrics_sha256"]) == 64
    assert record["bounds"] == BOUNDS
    assert json.loads(json.dumps(record)) == record


def test_insufficient_evidence_makes_the_whole_fail(files) -> None:
    assert gate(*files(json.dumps(changed("challenge", DROP))))["verdict"] == "fail"


@pytest.mark.parametrize(
    ("metrics", "message"),
    [
        pytest.param("{", "not JSON", id="cut off"),
        pytest.param("[]", "metrics.json: top: ", id="a list"),
        pytest.param(json.dumps(changed("macro_f1", "0.99")), "macro_f1: ", id="a string"),
        pytest.param(json.dumps(changed("macro_f1", True)), "macro_f1: ", id="a truth value"),
        pytest.param(json.dumps(changed("macro_f1", 7.0)), "should lie in 0..1", id="too large"),
        pytest.param(
            json.dumps(changed("macro_f1", float("inf"))), "should lie in 0..1", id="infinite"
        ),
        pytest.param(json.dumps(changed("partial_leaks", -1)), "partial_leaks: ", id="negative"),
    ],
)
def test_unreadable_metrics(files, metrics, message) -> None:
    with pytest.raises(GateError) as error:
        gate(*files(metrics))
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("params", "message"),
    [
        pytest.param("gate: [", "not YAML", id="not YAML"),
        pytest.param("train: {}", "has no group `gate`", id="no group"),
        pytest.param("", "has no group `gate`", id="empty"),
        pytest.param("gate:", "gate: ", id="an empty group"),
        pytest.param(json.dumps({"gate": {}}), "gate.macro_f1_min: Field required", id="no bound"),
        pytest.param(
            json.dumps({"gate": {**BOUNDS, "recal_min": 1}}), "gate.recal_min: ", id="misspelt"
        ),
        pytest.param(
            json.dumps({"gate": {**BOUNDS, "recall_min": 95}}), "gate.recall_min: ", id="percent"
        ),
        pytest.param(
            json.dumps({"gate": {**BOUNDS, "macro_f1_min": ".nan"}}).replace('".nan"', ".nan"),
            "gate.macro_f1_min: ",
            id="NaN",
        ),
        pytest.param(
            json.dumps({"gate": {**BOUNDS, "partial_leaks_max": "3"}}),
            "gate.partial_leaks_max: ",
            id="a string",
        ),
    ],
)
def test_unusable_bounds_are_named(files, params, message) -> None:
    with pytest.raises(GateError) as error:
        gate(*files(json.dumps(GOOD), params))
    assert message in str(error.value)
