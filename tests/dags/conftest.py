"""Airflow for tests: a home of its own, the repository's plugins, and no database."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
PLUGINS = REPOSITORY / "plugins"
HOME = tempfile.mkdtemp(prefix="airflow-home-")

# Before the first import of Airflow, which reads all this once.
os.environ |= {
    "AIRFLOW_HOME": HOME,
    "AIRFLOW__CORE__LOAD_EXAMPLES": "False",
    "AIRFLOW__CORE__PLUGINS_FOLDER": str(PLUGINS),
    "AIRFLOW__CORE__DAGS_FOLDER": str(REPOSITORY / "dags"),
    "AIRFLOW__DATABASE__SQL_ALCHEMY_CONN": f"sqlite:///{HOME}/none.db",
    "AIRFLOW__LOGGING__LOGGING_LEVEL": "WARNING",
}
sys.path.append(str(PLUGINS))


@pytest.fixture(scope="session")
def ask():
    """Run Python code in a fresh process that can import the plugins; returns its JSON."""

    def run(code: str, **variables: str) -> object:
        done = subprocess.run(
            [sys.executable, "-W", "ignore", "-c", code],
            env=os.environ | {"PYTHONPATH": str(PLUGINS)} | variables,
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout.splitlines()[-1])

    return run


@pytest.fixture
def pipeline(tmp_path):
    """A small DVC repository: split, then two encoders, then their union."""
    (tmp_path / "params.yaml").write_text("encoders: [a, b]\nseed: 13\n")
    (tmp_path / "dvc.yaml").write_text(STAGES)
    (tmp_path / "in.txt").write_text("1")
    for command in (["git", "init", "-q"], [sys.executable, "-m", "dvc", "init", "-q"]):
        subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    return tmp_path


STAGES = """
stages:
  split:
    cmd: mkdir -p work && cp in.txt work/split.txt
    deps: [in.txt]
    outs: [work/split.txt]
  train:
    matrix:
      name: ${encoders}
    cmd: mkdir -p work/encoders/${item.name} && echo ${seed} > work/encoders/${item.name}/w
    deps: [work/split.txt]
    params: [seed]
    outs: ["work/encoders/${item.name}"]
  union:
    cmd: cat work/encoders/*/w > work/union
    deps: [work/encoders]
    metrics: [{work/union: {cache: false}}]
  check:
    foreach: [x, y]
    do:
      cmd: grep -q ${item} work/union
      deps: [work/union]
"""
