import json

import pytest
from typer.testing import CliRunner

from pipeline.cli.app import app
from pipeline.errors import UserError

METRICS = {
    "macro_f1": 0.93,
    "platforms": {"A": {"recall": 0.97, "gold": 60}},
    "partial_leaks": 0,
    "challenge": {"macro_f1": 0.9, "platforms": {"A": {"recall": 0.95, "gold": 70}}},
    "challenge_drop": 0.03,
}
PARAMS = """
gate:
  macro_f1_min: 0.9
  recall_min: 0.95
  partial_leaks_max: 0
  challenge_drop_max: 0.05
"""


@pytest.fixture
def rok(tmp_path, monkeypatch):
    """Run `rok gate metrics.json …` where a params.yaml lies."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "params.yaml").write_text(PARAMS)

    def run(*arguments: str, **figures: object):
        (tmp_path / "metrics.json").write_text(json.dumps(METRICS | figures))
        return CliRunner().invoke(app, ["gate", "metrics.json", *arguments])

    return run


def test_a_pass_exits_0(rok) -> None:
    result = rok()
    assert result.exit_code == 0
    assert "The gate passes." in result.stdout


def test_a_failure_exits_1_and_says_why(rok) -> None:
    result = rok(macro_f1=0.5)
    assert result.exit_code == 1
    assert "Canonical macro F1 0.5000 should be at least 0.9000." in result.stdout


def test_insufficient_evidence_exits_1(rok) -> None:
    result = rok(challenge=None)
    assert result.exit_code == 1
    assert "insufficient" in result.stdout


def test_unreadable_metrics_become_exit_code_2(rok) -> None:
    error = rok(macro_f1="high").exception
    assert isinstance(error, UserError)
    assert error.exit_code == 2


def test_the_verdict_is_written_whatever_it_is(rok, tmp_path) -> None:
    assert rok("--report", "gate.json", macro_f1=0.5).exit_code == 1
    assert json.loads((tmp_path / "gate.json").read_text())["verdict"] == "fail"


def test_no_fail_lets_a_pipeline_go_on_with_the_verdict_on_record(rok, tmp_path) -> None:
    assert rok("--report", "gate.json", "--no-fail", macro_f1=0.5).exit_code == 0
    assert json.loads((tmp_path / "gate.json").read_text())["verdict"] == "fail"


def test_no_fail_alone_would_lose_the_verdict(rok) -> None:
    assert isinstance(rok("--no-fail").exception, UserError)


def test_no_fail_does_not_hide_unreadable_metrics(rok) -> None:
    assert isinstance(rok("--no-fail", "--report", "g.json", macro_f1=[]).exception, UserError)


def test_json_is_all_that_is_printed(rok) -> None:
    record = json.loads(rok("--json", partial_leaks=2).stdout)
    assert record["verdict"] == "fail"
    assert {check["name"]: check["verdict"] for check in record["checks"]} == {
        "macro_f1": "pass",
        "recall.A": "pass",
        "partial_leaks": "fail",
        "challenge_drop": "pass",
    }


def test_markup_in_a_platform_name_is_printed_as_it_is(rok) -> None:
    platforms = {"[red]A[/blue]": {"recall": 0.97, "gold": 60}}
    result = rok(platforms=platforms)
    assert result.exit_code == 0
    assert "recall.[red]A[/blue]" in result.stdout
