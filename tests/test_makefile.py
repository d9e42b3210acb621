"""The Makefile where it is not run from a clone."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.parametrize("target", ["demo", "test"])
def test_without_git_history_it_says_so_before_anything_is_installed(tmp_path, target):
    folder = tmp_path / "a path with spaces"
    folder.mkdir()
    shutil.copy(ROOT / "Makefile", folder)
    done = subprocess.run(["make", target], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode
    assert "This is no git clone" in done.stderr
    assert [path.name for path in folder.iterdir()] == ["Makefile"]
