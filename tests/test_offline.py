"""Nothing here reaches out: libraries are told to be quiet, and work where there is no network."""

import os
import shutil
import subprocess
import sys

import pytest

from pipeline.offline import go_offline

ALONE = ["unshare", "--net", "--map-root-user"]


def test_every_library_is_told_to_stay_offline(monkeypatch):
    names = ("HF_HUB_OFFLINE", "DO_NOT_TRACK", "DVC_NO_ANALYTICS", "MLFLOW_DISABLE_TELEMETRY")
    for name in names:
        monkeypatch.delenv(name, raising=False)
    go_offline()
    assert [os.environ[name] for name in names] == ["1", "1", "1", "true"]


def test_an_operator_can_allow_what_the_default_forbids(monkeypatch):
    monkeypatch.setenv("HF_HUB_OFFLINE", "0")
    go_offline()
    assert os.environ["HF_HUB_OFFLINE"] == "0"


def _can_unshare() -> bool:
    if shutil.which("unshare") is None:
        return False
    return subprocess.run([*ALONE, "true"], check=False, capture_output=True).returncode == 0


@pytest.mark.slow
@pytest.mark.skipif(not _can_unshare(), reason="this machine allows no network namespaces")
def test_redaction_works_without_any_network(small_world, small_cascade, tmp_path):
    source, out = small_world / "data" / "canonical.jsonl", tmp_path / "out.jsonl"
    command = [sys.executable, "-m", "pipeline.cli", "redact", str(source), str(out)]
    done = subprocess.run(
        [*ALONE, *command, "--cascade", str(small_cascade)],
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert len(out.read_text().splitlines()) == 8
