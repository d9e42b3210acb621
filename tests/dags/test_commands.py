"""Commands that tasks run: streamed, clean of colours, and gone when the task is stopped."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from rok_airflow.commands import run

PLUGINS = Path(__file__).resolve().parents[2] / "plugins"


def test_lines_arrive_one_by_one_without_colours(tmp_path):
    said = []
    outcome = run(
        ["bash", "-c", "echo one; printf '\\e[31mtwo\\e[0m\\n' >&2; exit 3"], tmp_path, said.append
    )
    assert outcome.code == 3
    assert said == ["one", "two"]
    assert outcome.output == "one\ntwo"


def test_programs_of_this_environment_come_first(tmp_path, monkeypatch):
    impostor = tmp_path / "dvc"
    impostor.write_text("#!/bin/sh\nexit 9\n")
    impostor.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    assert run(["dvc", "version"], tmp_path, lambda _line: None).code == 0


@pytest.mark.parametrize("stubborn", [False, True])
def test_a_stopped_task_leaves_no_process(tmp_path, stubborn):
    """The task gets SIGTERM; the command's child, which may ignore it, must go as well."""
    child = f"{'trap : TERM; ' if stubborn else ''}echo $$ > child; while true; do sleep 1; done"
    (tmp_path / "child.sh").write_text(child)
    task = subprocess.Popen(
        [sys.executable, "-c", TASK], cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(PLUGINS)}
    )
    wait_until(lambda: (tmp_path / "child").is_file() and (tmp_path / "child").read_text())
    pid = int((tmp_path / "child").read_text())
    task.send_signal(signal.SIGTERM)
    assert task.wait(timeout=30) == 7
    wait_until(lambda: not is_alive(pid))


TASK = """
import pathlib, signal, sys
from rok_airflow import commands
commands.GRACE_SECONDS = 1
signal.signal(signal.SIGTERM, lambda *_: sys.exit(7))
commands.run(["bash", "-c", "bash child.sh & wait"], pathlib.Path("."), lambda line: None)
"""


def is_alive(pid):
    return psutil.pid_exists(pid) and psutil.Process(pid).status() != psutil.STATUS_ZOMBIE


def wait_until(true, seconds=60):
    give_up = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < give_up
        time.sleep(0.05)
