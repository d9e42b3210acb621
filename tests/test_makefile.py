"""The Makefile where it is not run from a clone."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


def make(folder, *words):
    command = ["make", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("target", ["demo", "test", "quick"])
def test_without_git_history_it_says_so_before_anything_is_installed(tmp_path, target):
    folder = tmp_path / "a path with spaces"
    folder.mkdir()
    shutil.copy(ROOT / "Makefile", folder)
    done = make(folder, target)
    assert done.returncode
    assert "This is no git clone" in done.stderr
    assert [path.name for path in folder.iterdir()] == ["Makefile"]


def test_an_old_python_makes_no_environment(tmp_path):
    for name in ("Makefile", "pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, tmp_path)
    old = tmp_path / "old-python"
    old.write_text('#!/bin/sh\nexec python3 -c "import sys; sys.version_info = (3, 9); $2"\n')
    old.chmod(0o700)
    done = make(tmp_path, "setup", "PYTHON=./old-python")
    assert done.returncode
    assert "Python 3.11 or newer is needed" in done.stderr
    assert not (tmp_path / ".venv").exists()
