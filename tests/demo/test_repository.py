"""The demo's clone: what it takes from the repository, and what it leaves there."""

import os
import subprocess

import pytest
import yaml

from infra.demo.place import DemoError, Place
from infra.demo.processes import Processes
from infra.demo.repository import BOUNDS, clone_repository, has_changes


@pytest.fixture
def place(tmp_path):
    made = Place(tmp_path / "a demo")
    with made.claim():
        made.clear()
        yield made


@pytest.fixture
def clone(place):
    def run(source):
        clone_repository(Processes(os.environ, place.root, place.logs), place, source)

    return run


@pytest.fixture
def source(tmp_path):
    """A working repository with a data version."""
    root = tmp_path / "source"
    for name in (".dvc/config", "data/records/a.json", "data/batches/a.dvc", "dvc.lock", "x.py"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("1\n")
    (root / "params.yaml").write_text(
        "gate: {macro_f1_min: 0.9, recall_min: 0.95}\nsplit: {seed: 1}\n"
    )
    who = ["-c", "user.name=a", "-c", "user.email=a@b"]
    for words in (
        ["init", "-q"],
        ["add", "-A"],
        [*who, "commit", "-qm", "one"],
        ["tag", "data/v1"],
    ):
        subprocess.run(["git", *words], cwd=root, check=True)
    return root


def test_an_institutions_data_versions_take_no_part(place, clone, source):
    clone(source)
    assert (place.repository / "x.py").is_file()
    assert not list(place.repository.glob("data/*/a.*"))
    assert not (place.repository / "dvc.lock").exists()
    git = ["git", "-C", str(place.repository)]
    assert subprocess.run([*git, "tag"], capture_output=True, check=True).stdout == b""
    changes = subprocess.run([*git, "status", "--short", "-uno"], capture_output=True, check=True)
    assert changes.stdout == b""


def test_no_git_clone_is_a_sentence(clone, tmp_path):
    with pytest.raises(DemoError, match="is no git clone"):
        clone(tmp_path)


def test_changes_that_are_not_committed_are_noticed(source):
    assert not has_changes(source)
    (source / "x.py").write_text("2\n")
    assert has_changes(source)


def test_the_gate_asks_of_the_demo_what_minutes_of_training_can_give(clone, place, source):
    clone(source)
    params = yaml.safe_load((place.repository / "params.yaml").read_text())
    status = ["git", "status", "--porcelain", "--untracked-files=no"]

    assert params == {"gate": BOUNDS, "split": {"seed": 1}}
    assert subprocess.check_output(status, cwd=place.repository) == b""
