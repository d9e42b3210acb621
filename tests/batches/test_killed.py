"""A run killed at any point leaves no version or a whole one, and the next run is not hindered."""

import subprocess
import sys

import pytest

from pipeline.batches import AlreadyKnown, BatchRecord, add, adding
from pipeline.batches.shards import read_batch
from pipeline.batches.versions import Versions
from pipeline.batches.workplace import Workplace

KILLED = 9
# In a process of its own: land a batch, and die without clean-up at the first call of a function.
LAND_AND_DIE = """
import os, sys
from pathlib import Path
from pipeline.batches import add, adding
from pipeline.batches.git import Git
from pipeline.batches.workplace import Workplace

owner, name, path, root = sys.argv[1:]
owners = {"adding": adding, "Git": Git, "Workplace": Workplace, "Path": Path}
real = getattr(owners[owner], name)

def die(*args, **kwargs):
    # Renaming is done in many places; the one that counts puts the shards where they belong.
    if owner != "Path" or args[0].name == "shards":
        os._exit(9)
    return real(*args, **kwargs)

setattr(owners[owner], name, die)
add([Path(path)], repo=Path(root))
"""
# Where it dies, in the order in which a landing gets there.
BEFORE_THE_VERSION = [
    ("adding", "_keep_quarantine"),
    ("Workplace", "begin"),
    ("Path", "replace"),
    ("Git", "_write_commit"),
]
AFTER_THE_VERSION = ("Git", "restore")


def killed_at(owner, name, path, root) -> int:
    command = [sys.executable, "-c", LAND_AND_DIE, owner, name, str(path), str(root)]
    return subprocess.run(command, check=False).returncode


def test_a_run_killed_before_its_version_leaves_none(repo, land, make):
    path = land([make(1), make(2)], "{not json")
    start = repo.git("rev-parse", "HEAD")
    for owner, name in BEFORE_THE_VERSION:
        assert killed_at(owner, name, path, repo.root) == KILLED, name
        assert repo.versions == [], name
        assert repo.git("rev-parse", "HEAD") == start, name
        assert not list((repo.root / "data" / "records").glob("*.json")), name
    record = add([path], repo=repo.root)
    assert isinstance(record, BatchRecord)
    assert record.version == "data/v1"
    assert repo.is_clean


def test_what_a_killed_run_left_goes_away_with_another_batch(repo, land, make):
    lost, other = land([make(1)], file="lost"), land([make(2)], file="other")
    assert killed_at("adding", "_publish", lost, repo.root) == KILLED
    record = add([other], repo=repo.root)
    batches = repo.root / "data" / "batches"
    assert {path.stem for path in batches.iterdir()} == {".gitignore", record.batch_id}
    assert repo.is_clean


def test_a_run_killed_after_its_version_leaves_a_whole_one(repo, land, make):
    path = land([make(1), make(2)])
    assert killed_at(*AFTER_THE_VERSION, path, repo.root) == KILLED
    assert repo.versions == ["data/v1"]
    again = add([path], repo=repo.root)
    assert isinstance(again, AlreadyKnown)
    assert Versions(Workplace.find(repo.root).git).log() == [again.record]
    assert list(read_batch(repo.root, again.record)) == [make(1), make(2)]
    assert repo.is_clean


@pytest.mark.parametrize("step", ["_track", "_publish"])
def test_a_run_that_fails_tidies_up_at_once(repo, land, make, monkeypatch, step):
    real = getattr(adding, step)

    def fail_at_the_end(place, record, staging, *rest):
        if step == "_track":
            real(place, record, staging, *rest)
        raise OSError("disk full")

    monkeypatch.setattr(adding, step, fail_at_the_end)
    monkeypatch.setattr("pipeline.batches.dvc.Dvc.push", lambda *args: None)
    with pytest.raises(OSError, match="disk full"):
        add([land([make(1)])], repo=repo.root)
    assert repo.versions == []
    assert repo.is_clean
    assert [path.name for path in (repo.root / "data" / "batches").iterdir()] == [".gitignore"]
