"""The settings of the DAGs: written down for people, and safe as they come."""

import re
import subprocess
from pathlib import Path

import pytest

from rok_airflow import settings

ROOT = Path(__file__).resolve().parents[2]


def test_every_setting_is_in_the_table_for_people():
    names = set(re.findall(r"ROK_[A-Z_]+", Path(settings.__file__).read_text()))
    assert names == set(re.findall(r"ROK_[A-Z_]+", (ROOT / "docs" / "operation.md").read_text()))


@pytest.mark.parametrize("folder", ["landing", "inbox", "outputs", "work", "data/quarantine"])
def test_git_ignores_where_transcripts_are_by_default(tmp_path, folder):
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    for name in (".gitignore", "data/.gitignore"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text((ROOT / name).read_text())
    command = ["git", "-C", str(tmp_path), "check-ignore", "-q", f"{folder}/grace.jsonl"]
    assert subprocess.run(command, check=False).returncode == 0
