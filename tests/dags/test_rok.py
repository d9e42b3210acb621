"""The tasks that are not stages, with the real `rok`, `git` and `dvc` in a real repository."""

import json
import subprocess
import sys
from datetime import timedelta

import pytest

from pipeline.transcripts.native import write_dialogues
from pipeline.transcripts.synthetic import generate
from rok_airflow import settings
from rok_airflow.commands import Outcome


@pytest.fixture
def rok(tmp_path, monkeypatch):
    """The module under test, with every folder of its settings below `tmp_path`."""
    from rok_airflow import rok

    for name in ("REPOSITORY", "LANDING", "INBOX", "REDACTED"):
        folder = tmp_path / name.lower()
        folder.mkdir()
        monkeypatch.setattr(settings, name, folder)
    monkeypatch.setattr(settings, "SETTLE", timedelta(seconds=0))
    return rok


@pytest.fixture
def repository(rok):
    """A DVC repository with one commit and a remote beside it."""
    root = settings.REPOSITORY
    command(root, "git", "init", "-q")
    command(root, sys.executable, "-m", "dvc", "init", "-q")
    remote = str(root.parent / "remote")
    command(root, sys.executable, "-m", "dvc", "remote", "add", "-q", "-d", "store", remote)
    (root / ".gitignore").write_text("/work/\n")
    command(root, "git", "add", "--all")
    commit(root)
    return root


def command(folder, *words):
    return subprocess.run(words, cwd=folder, check=True, capture_output=True, text=True).stdout


def commit(folder):
    command(folder, "git", "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "one")


def synthesise(path):
    write_dialogues(generate(3, seed=5), path)


def skips():
    from airflow.sdk.exceptions import AirflowSkipException

    return pytest.raises(AirflowSkipException)


def test_a_landed_batch_becomes_a_version_and_is_then_no_longer_pending(rok, repository):
    synthesise(settings.LANDING / "batch.jsonl")
    (batch,) = rok.find_batches()
    said = rok.add_batch(batch, is_retry=False)
    assert (said["version"], said["quarantined"]) == ("data/v1", 0)
    with skips():
        rok.find_batches()


def test_known_dialogues_are_skipped_unless_it_is_the_retry_of_their_own_task(rok, repository):
    synthesise(settings.LANDING / "batch.jsonl")
    (batch,) = rok.find_batches()
    rok.add_batch(batch, is_retry=False)
    assert rok.add_batch(batch, is_retry=True)["version"] == "data/v1"
    with skips():
        rok.add_batch(batch, is_retry=False)


def test_known_dialogues_under_other_bytes_are_tried_once(rok, repository):
    synthesise(settings.LANDING / "batch.jsonl")
    (batch,) = rok.find_batches()
    rok.add_batch(batch, is_retry=False)
    lines = (settings.LANDING / "batch.jsonl").read_text().splitlines(keepends=True)
    (settings.LANDING / "again.jsonl").write_text("".join(reversed(lines)))
    (again,) = rok.find_batches()
    with skips():
        rok.add_batch(again, is_retry=False)
    with skips():
        rok.find_batches()


def test_a_refused_batch_is_red_once_and_then_only_counted(rok, repository, caplog):
    from airflow.sdk.exceptions import AirflowFailException

    (settings.LANDING / "batch.jsonl").write_text("{not json\n")
    (batch,) = rok.find_batches()
    with pytest.raises(AirflowFailException, match="refused for what it holds"):
        rok.add_batch(batch, is_retry=False)
    with caplog.at_level("WARNING"), skips():
        rok.find_batches()
    assert "1 landed files are set aside" in caplog.text


def test_folders_that_nobody_reads_are_told_of(rok, caplog):
    (settings.LANDING / "grace").mkdir()
    (settings.LANDING / ".unfinished").mkdir()
    with caplog.at_level("WARNING"), skips():
        rok.find_batches()
    assert "1 folders in the landing zone are not read" in caplog.text
    assert "grace" not in caplog.text


def test_retraining_waits_for_both_test_sets(rok):
    records = settings.REPOSITORY / "data" / "records"
    records.mkdir(parents=True)
    for purpose in ("canonical", "train"):
        (records / f"{purpose}.json").write_text(json.dumps({"purpose": purpose}))
        with skips():
            rok.require_enough()
    (records / "challenge.json").write_text(json.dumps({"purpose": "challenge"}))
    rok.require_enough()


def test_the_result_is_told_from_a_warning_that_looks_alike(rok):
    output = '[W1 not JSON]\n{"a": 1}\n[W2 at the very end]'
    assert rok._result(Outcome(0, output)) == {"a": 1}


def test_neither_log_nor_result_holds_a_file_name(rok, repository, caplog):
    synthesise(settings.LANDING / "grace-hopper.jsonl")
    (batch,) = rok.find_batches()
    with caplog.at_level("INFO"):
        said = rok.add_batch(batch, is_retry=False)
    assert "grace" not in caplog.text + json.dumps([batch, said])


def test_the_record_commits_dvc_lock_alone_and_pushes(rok, repository):
    (repository / "dvc.yaml").write_text(
        "stages: {one: {cmd: 'mkdir -p work && echo 1 > work/a', outs: [work/a]}}"
    )
    command(repository, sys.executable, "-m", "dvc", "repro", "-q")
    # As a service finds it: another's settings, and a branch that is not checked out.
    command(repository, "git", "config", "commit.gpgsign", "true")
    command(repository, "git", "checkout", "-q", "--detach")
    (repository / "half-done.txt").write_text("someone is writing this")
    head = rok.record_run()["commit"]
    changed = command(repository, "git", "show", "--name-only", "--format=", head).split()
    assert changed == ["dvc.lock"]
    assert list((repository.parent / "remote").rglob("*"))
    assert rok.record_run()["commit"] == head


def test_an_empty_inbox_is_skipped_without_asking_for_a_champion(rok, monkeypatch):
    monkeypatch.delenv("MLFLOW_TRACKING_URI", raising=False)
    with skips():
        rok.redact_inbox()


def test_no_champion_fails_the_task_and_writes_nothing(rok, monkeypatch):
    from airflow.sdk.exceptions import AirflowException

    monkeypatch.delenv("MLFLOW_TRACKING_URI", raising=False)
    synthesise(settings.INBOX / "new.jsonl")
    with pytest.raises(AirflowException, match="rok redact failed"):
        rok.redact_inbox()
    assert not list(settings.REDACTED.iterdir())
