"""The data version that a cascade names is the one it was trained on, or none."""

import hashlib
import subprocess

import pytest
import yaml

from pipeline.registry.provenance import trace


def md5(text):
    return hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()


@pytest.fixture
def work(tmp_path):
    """A repository whose stages ran on data/v2, while data/v3 is there already."""
    folder = tmp_path / "work"
    for name in ("cascade", "corpus", "splits"):
        (folder / name).mkdir(parents=True)
    (folder / "corpus" / "data_version.json").write_text('{"data_version": "data/v2"}')
    (folder / "splits" / "train.jsonl").write_text("1")
    write_lock(tmp_path)
    who = ["-c", "user.name=a", "-c", "user.email=a@b"]
    for words in (["init", "-q"], ["add", "-A"], [*who, "commit", "-qm", "1"], ["tag", "data/v3"]):
        subprocess.run(["git", *words], cwd=tmp_path, check=True)
    return folder


def write_lock(folder, corpus="c1.dir"):
    stages = {
        "ingest": {"outs": [{"path": "work/corpus", "md5": corpus}]},
        "split": {
            "deps": [{"path": "work/corpus", "md5": "c1.dir"}, {"path": "models", "md5": "m.dir"}],
            "outs": [{"path": "work/splits", "md5": "s.dir"}],
        },
        "train": {"deps": [{"path": "work/splits/train.jsonl", "md5": md5("1")}]},
    }
    (folder / "dvc.lock").write_text(yaml.safe_dump({"schema": "2.0", "stages": stages}))


def test_it_is_the_version_of_the_corpus_and_not_the_newest(work):
    tags = trace(work / "cascade").tags
    assert tags["data_version"] == "data/v2"
    assert "git_dirty" not in tags


def test_none_while_the_next_corpus_waits_for_the_later_stages(work):
    write_lock(work.parent, corpus="c2.dir")
    assert "data_version" not in trace(work / "cascade").tags


def test_none_while_the_next_split_waits_for_the_training(work):
    (work / "splits" / "train.jsonl").write_text("2")
    assert "data_version" not in trace(work / "cascade").tags


def test_none_for_a_cascade_that_the_stages_did_not_make(work):
    elsewhere = work.parent / "experiments" / "cascade"
    elsewhere.mkdir(parents=True)
    assert "data_version" not in trace(elsewhere).tags


def test_changes_that_are_not_committed_are_owned_up_to(work):
    write_lock(work.parent, corpus="c2.dir")
    assert trace(work / "cascade").tags["git_dirty"] == "yes"
