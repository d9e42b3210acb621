"""Promotion: what is registered, who serves afterwards, and what a second call changes."""

import json
import subprocess

import pytest

from pipeline.registry.evidence import gather
from pipeline.registry.promotion import promote
from pipeline.registry.provenance import Provenance, trace
from pipeline.registry.server import MlflowClient, RegistryError, mlflow

# MLflow's own use of SQLAlchemy; it happens in a server's process otherwise.
pytestmark = pytest.mark.filterwarnings("ignore:The ``noload``:DeprecationWarning")
MODEL = "redact-or-keep"


def promoted(cascade):
    return promote(gather(cascade), Provenance())


def holders(client):
    model = client.get_registered_model(MODEL)
    return {alias: str(version) for alias, version in model.aliases.items()}


def test_a_pass_makes_the_cascade_champion(registry, judged):
    outcome = promoted(judged())
    assert (outcome.version, outcome.serves, outcome.recognised) == ("1", True, False)
    assert holders(registry) == {"challenger": "1", "champion": "1"}


def test_the_next_champion_leaves_the_former_one_as_previous(registry, judged):
    promoted(judged("first"))
    promoted(judged("second", name="two"))
    assert holders(registry) == {"challenger": "2", "champion": "2", "previous": "1"}


def test_a_failed_gate_registers_without_moving_the_champion(registry, judged):
    promoted(judged("first"))
    outcome = promoted(judged("second", macro_f1=0.5, verdict="fail", name="two"))
    assert not outcome.serves
    assert outcome.failed_checks == ("Macro F1 0.5 against 0.9.",)
    assert holders(registry) == {"challenger": "2", "champion": "1"}


def test_the_same_cascade_and_gate_are_registered_once(registry, judged):
    cascade = judged()
    promoted(cascade)
    again = promoted(cascade)
    assert (again.version, again.recognised) == ("1", True)
    assert len(registry.search_model_versions(f"name = '{MODEL}'")) == 1


def test_the_same_cascade_under_another_gate_is_a_new_version(registry, judged):
    promoted(judged(macro_f1=0.5, verdict="fail"))
    assert promoted(judged()).version == "2"


def test_promoting_again_does_not_undo_what_moved_since(registry, judged):
    first = judged("first")
    promoted(first)
    promoted(judged("second", name="two"))
    again = promoted(first)
    assert (again.recognised, again.serves) == (True, False)
    assert holders(registry)["champion"] == "2"


@pytest.mark.parametrize("moment", ["challenger", "previous", "champion", "settled"])
def test_a_promotion_that_was_cut_short_is_finished(registry, judged, monkeypatch, moment):
    promoted(judged("first"))
    second = judged("second", name="two")
    with monkeypatch.context() as patch:
        _crash_before(patch, moment)
        with pytest.raises(ZeroDivisionError):
            promoted(second)
    outcome = promoted(second)
    assert (outcome.version, outcome.recognised) == ("2", True)
    assert holders(registry) == {"challenger": "2", "champion": "2", "previous": "1"}


def _crash_before(patch, moment):
    def alias(self, name, alias, version, real=MlflowClient.set_registered_model_alias):
        return 1 / 0 if alias == moment else real(self, name, alias, version)

    def tag(self, *arguments, real=MlflowClient.set_model_version_tag):
        return 1 / 0 if moment in arguments else real(self, *arguments)

    patch.setattr(MlflowClient, "set_registered_model_alias", alias)
    patch.setattr(MlflowClient, "set_model_version_tag", tag)


def test_a_version_leads_back_to_figures_files_parameters_and_data(registry, judged, tmp_path):
    cascade = judged()
    _make_repository(tmp_path)
    (cascade.parent / "corpus").mkdir()
    (cascade.parent / "corpus" / "data_version.json").write_text('{"data_version": "data/v3"}')
    outcome = promote(gather(cascade), trace(cascade))
    version = registry.get_model_version(MODEL, outcome.version)
    run = registry.get_run(version.run_id)
    assert run.data.metrics == {"macro_f1": 0.95, "platforms/A/f1": 0.9, "platforms/A/gold": 7}
    assert run.data.params == {"split/seed": "13"}
    assert version.tags["data_version"] == "data/v3"
    assert len(version.tags["git_commit"]) == 40
    assert len(version.tags["dvc_lock_sha256"]) == 64
    assert version.tags["gate_verdict"] == "pass"
    assert version.tags["cascade_version"] == outcome.cascade_version
    files = {file.path for file in registry.list_artifacts(run.info.run_id, "evaluation")}
    assert files == {f"evaluation/{name}" for name in ("gate.json", "metrics.json", "report.html")}


def _make_repository(folder):
    (folder / "dvc.lock").write_text("{schema: '2.0', stages: {}}")
    (folder / "params.yaml").write_text("split: {seed: 13}")
    for command in (
        ["init", "-q"],
        ["add", "dvc.lock"],
        ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "one"],
        ["tag", "data/v4"],
    ):
        subprocess.run(["git", *command], cwd=folder, check=True)


def test_nothing_is_pickled(registry, judged, tmp_path):
    outcome = promoted(judged())
    folder = mlflow.artifacts.download_artifacts(
        f"models:/{MODEL}/{outcome.version}", dst_path=str(tmp_path / "down")
    )
    kinds = {path.suffix for path in (tmp_path / "down").rglob("*") if path.is_file()}
    assert folder
    assert not kinds & {".pkl", ".pickle", ".joblib", ".pt"}


def test_more_parameters_than_one_request_takes_are_all_logged(registry, judged):
    many = Provenance(params={f"group/{number}": "1" for number in range(250)})
    outcome = promote(gather(judged()), many)
    version = registry.get_model_version(MODEL, outcome.version)
    assert len(registry.get_run(version.run_id).data.params) == 250


def test_a_server_that_is_down_is_one_sentence(judged, monkeypatch):
    monkeypatch.setenv("MLFLOW_TRACKING_URI", "http://127.0.0.1:9")
    monkeypatch.setenv("MLFLOW_HTTP_REQUEST_MAX_RETRIES", "0")
    with pytest.raises(RegistryError, match="no MLflow server answers"):
        promoted(judged())


def test_an_address_of_an_unknown_kind_is_one_sentence(judged, monkeypatch):
    monkeypatch.setenv("MLFLOW_TRACKING_URI", "foo://registry")
    with pytest.raises(RegistryError, match="MLFLOW_TRACKING_URI: "):
        promoted(judged())


def test_no_address_is_an_error_and_no_registry_springs_up(judged, monkeypatch, tmp_path):
    monkeypatch.delenv("MLFLOW_TRACKING_URI", raising=False)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(RegistryError, match="MLFLOW_TRACKING_URI is not set"):
        promoted(judged())
    assert not list(tmp_path.glob("*.db"))


def test_the_command_says_it_as_json_and_by_exit_code(registry, judged):
    from typer.testing import CliRunner

    from pipeline.cli import app

    good = CliRunner().invoke(app, ["promote", str(judged()), "--json"])
    bad = judged("second", macro_f1=0.1, verdict="fail", name="two")
    failed = CliRunner().invoke(app, ["promote", str(bad), "--json"])
    assert (good.exit_code, failed.exit_code) == (0, 1)
    assert json.loads(good.stdout)["champion"] == json.loads(failed.stdout)["champion"] == "1"
