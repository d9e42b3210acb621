"""A registry of one's own (MLflow over SQLite), and cascades with the evidence that judges them."""

import hashlib
import json
import shutil

import pytest


@pytest.fixture(scope="session")
def empty_registry(tmp_path_factory):
    """A database with MLflow's tables; making them takes most of a second."""
    from pipeline.registry.server import MlflowClient

    database = tmp_path_factory.mktemp("registry") / "mlflow.db"
    MlflowClient(tracking_uri=f"sqlite:///{database}").search_registered_models()
    return database


@pytest.fixture
def registry(empty_registry, tmp_path, monkeypatch):
    """An MLflow client of an empty registry; `rok` finds it too."""
    from pipeline.registry.server import MlflowClient

    shutil.copy(empty_registry, tmp_path / "mlflow.db")
    uri = f"sqlite:///{tmp_path / 'mlflow.db'}"
    monkeypatch.setenv("MLFLOW_TRACKING_URI", uri)
    monkeypatch.chdir(tmp_path)  # Without a server MLflow puts artifacts below it.
    return MlflowClient(tracking_uri=uri, registry_uri=uri)


@pytest.fixture
def judged(tmp_path):
    """Write a cascade folder with evaluation and gate report beside it; returns the folder."""

    def write(content="weights", macro_f1=0.95, verdict="pass", name="one"):
        cascade = tmp_path / name / "cascade"
        cascade.mkdir(parents=True, exist_ok=True)
        (cascade / "weights.bin").write_text(content)
        write_manifest(cascade)
        write_evaluation(cascade, macro_f1, verdict)
        return cascade

    return write


def write_manifest(cascade):
    files = {"weights.bin": hashlib.sha256((cascade / "weights.bin").read_bytes()).hexdigest()}
    version = hashlib.sha256(json.dumps(files).encode()).hexdigest()[:16]
    manifest = {"name": "test", "version": version, "files": files}
    (cascade / "manifest.json").write_text(json.dumps(manifest))


def write_evaluation(cascade, macro_f1=0.95, verdict="pass"):
    evaluation = cascade.parent / "evaluation"
    evaluation.mkdir(exist_ok=True)
    metrics = {
        "macro_f1": macro_f1,
        "platforms": {"A": {"f1": 0.9, "gold": 7}},
        "leaks": "leaks.jsonl",
        "cascade": {"name": "test"},
    }
    (evaluation / "metrics.json").write_text(json.dumps(metrics))
    (evaluation / "report.html").write_text("<html></html>")
    digest = hashlib.sha256((evaluation / "metrics.json").read_bytes()).hexdigest()
    check = {"name": "macro_f1", "value": macro_f1, "bound": 0.9, "verdict": verdict}
    gate = {
        "verdict": verdict,
        "cascade_version": json.loads((cascade / "manifest.json").read_text())["version"],
        "metrics_sha256": digest,
        "checks": [check | {"sentence": f"Macro F1 {macro_f1} against 0.9."}],
    }
    (evaluation / "gate.json").write_text(json.dumps(gate))
