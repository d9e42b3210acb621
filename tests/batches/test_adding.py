import fcntl
import json
import subprocess
import sys
import threading

import pytest
from filelock import FileLock
from typer.testing import CliRunner

from pipeline.batches import AlreadyKnown, BatchError, BatchRecord, Purpose, add
from pipeline.batches.record import RefusedError, parse_record
from pipeline.batches.shards import read_batch
from pipeline.batches.versions import Versions
from pipeline.batches.workplace import Workplace
from pipeline.cli.app import app

ROK = "from pipeline.cli import main; main()"


def test_a_batch_becomes_one_commit_with_one_tag(landed):
    repo, record = landed
    assert repo.versions == ["data/v1"]
    assert repo.git("cat-file", "-t", "data/v1") == "tag"
    assert repo.git("rev-list", "--count", "HEAD") == "2"
    assert repo.git("rev-parse", "data/v1^{commit}") == repo.git("rev-parse", "HEAD")
    changed = repo.git("diff", "--name-only", "HEAD~1", "HEAD").split()
    stem = record.batch_id
    assert changed == [f"data/batches/{stem}.dvc", f"data/records/{stem}.json"]
    assert repo.is_clean


def test_the_record_is_in_git_and_says_what_became_of_the_batch(landed):
    repo, record = landed
    kept = parse_record(repo.git("show", f"HEAD:data/records/{record.batch_id}.json"), "")
    assert kept == record
    assert (record.source, record.licence) == ("a pilot", "CC BY 4.0")
    assert (record.counts.dialogues, record.quarantined) == (3, 1)
    assert record.quarantined_by_reason == {"not_json": 1}


def test_a_clone_pulls_the_dialogues_and_trusts_no_changed_shard(landed, make, tmp_path):
    repo, record = landed
    clone = tmp_path / "clone"
    repo.git("clone", "-q", str(repo.root), str(clone))
    config = clone / ".dvc" / "config.local"
    config.write_text(f"['remote \"store\"']\n    url = {repo.root / 'data' / 'remote'}\n")
    assert list(read_batch(clone, record)) == [make(1), make(2), make(3)]
    shard = clone / "data" / "batches" / record.batch_id / "part-0000.jsonl"
    shard.write_text(shard.read_text().replace("Euler", "Gauss"))
    with pytest.raises(BatchError, match="differs from its record"):
        list(read_batch(clone, record))


def test_the_same_batch_twice_is_recognised(landed, land, make):
    repo, record = landed
    again = land([make(3), make(1), make(2)], file="another-name.jsonl")
    result = add([again], repo=repo.root)
    assert result == AlreadyKnown(record)
    assert repo.versions == ["data/v1"]


def test_a_known_batch_does_not_become_a_test_set(landed, land, make):
    repo, _ = landed
    with pytest.raises(BatchError, match="in data/v1 already, as train"):
        add([land([make(1), make(2), make(3)])], Purpose.CANONICAL, repo=repo.root)


def test_nothing_of_the_text_leaves_the_data_files(landed, name):
    """Git's whole history, records, messages and tags: neither the name nor any turn."""
    repo, _ = landed
    objects = repo.git("cat-file", "--batch-all-objects", "--batch-check=%(objectname)").split()
    everything = "".join(repo.git("cat-file", "-p", one) for one in objects)
    for text in (name, "Euler", "I got", "not json", "landed.jsonl"):
        assert text not in everything
    assert name not in repo.git("log", "--all", "--format=%B")


def test_quarantined_records_stay_on_this_machine(landed):
    repo, record = landed
    path = repo.root / "data" / "quarantine" / f"{record.batch_id}.jsonl"
    assert json.loads(path.read_text())["raw"] == "{not json"
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700
    assert repo.git("check-ignore", str(path)) == str(path)


def test_only_the_owner_can_reach_what_holds_text(landed):
    repo, _ = landed
    for folder in (".dvc/cache", "data/remote"):
        assert (repo.root / folder).stat().st_mode & 0o077 == 0


def test_what_others_changed_or_staged_is_left_alone(repo, land, make):
    (repo.root / "notes.txt").write_text("mine")
    repo.git("add", "notes.txt")
    (repo.root / ".dvcignore").write_text("changed\n")
    before = repo.git("status", "--porcelain")
    add([land([make(1)])], repo=repo.root)
    assert repo.git("status", "--porcelain") == before
    assert "notes.txt" not in repo.git("ls-tree", "-r", "--name-only", "HEAD").split()


def test_refused_for_what_it_holds_has_an_exit_code_of_its_own(repo, land, make):
    unannotated, unknown = land([make(1, annotated=False)]), land([], "?" * 9, file="what.bin")
    for path in (unannotated, unknown):
        with pytest.raises(RefusedError) as refused:
            add([path], repo=repo.root)
        assert refused.value.exit_code == 3
    with pytest.raises(BatchError) as missing:
        add([path.with_name("nowhere")], repo=repo.root)
    assert missing.value.exit_code == 2


def test_nothing_accepted_makes_no_version_and_keeps_the_quarantine(repo, land, make):
    path = land([make(1, annotated=False), make(2, annotated=False)])
    with pytest.raises(BatchError, match="no dialogue accepted, 2 quarantined"):
        add([path], repo=repo.root)
    assert repo.versions == []
    assert len(list((repo.root / "data" / "quarantine").glob("refused-*.jsonl"))) == 1


def test_a_second_run_waits_and_then_says_who_holds_the_repository(repo, land, make):
    scratch = repo.root / ".dvc" / "tmp" / "rok"
    scratch.mkdir(parents=True)
    with (
        FileLock(scratch / "lock"),
        pytest.raises(BatchError, match=r"at work here; waited 0\.2 s"),
    ):
        add([land([make(1)])], repo=repo.root, wait_seconds=0.2)


def test_dvc_at_work_elsewhere_is_waited_for(repo, land, make):
    (repo.root / ".dvc" / "tmp").mkdir(exist_ok=True)
    with (repo.root / ".dvc" / "tmp" / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        free = threading.Timer(4, lambda: fcntl.flock(lock, fcntl.LOCK_UN))
        free.start()
        assert isinstance(add([land([make(1)])], repo=repo.root), BatchRecord)
        assert not free.is_alive()


def test_two_runs_at_once_make_two_versions(repo, land, make):
    paths = [land([make(n)], file=f"{n}.jsonl") for n in (1, 2)]
    command = [sys.executable, "-c", ROK, "data", "add", "--repo", str(repo.root)]
    runs = [
        subprocess.Popen([*command, str(path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for path in paths
    ]
    assert [run.communicate()[1] for run in runs] == [b"", b""]
    assert [run.returncode for run in runs] == [0, 0]
    assert repo.versions == ["data/v1", "data/v2"]
    assert len(Versions(Workplace.find(repo.root).git).records_at("HEAD")) == 2
    assert repo.is_clean


@pytest.mark.parametrize(
    ("folder", "reason"),
    [("nowhere", "no such folder"), ("plain", "not a git repository"), ("git", "run `dvc init`")],
)
def test_a_folder_that_cannot_hold_versions_is_refused(tmp_path, land, make, folder, reason):
    (tmp_path / "plain").mkdir()
    subprocess.run(["git", "init", "-q", str(tmp_path / "git")], check=True)
    with pytest.raises(BatchError, match=reason):
        add([land([make(1)])], repo=tmp_path / folder)


def test_a_remote_that_does_not_answer_leaves_no_version(repo, land, make, monkeypatch):
    monkeypatch.setattr("pipeline.batches.dvc._TRANSFER_ATTEMPTS", 1)
    with pytest.raises(BatchError, match=r"dvc push failed 1 times: .*nowhere"):
        add([land([make(1)])], repo=repo.root, remote="nowhere")
    assert repo.versions == []
    assert repo.is_clean
    assert not list((repo.root / "data" / "batches").glob("*.dvc"))


def test_the_commands_print_what_a_script_needs(repo, land, make, name):
    runner = CliRunner()
    where = ["--repo", str(repo.root)]
    first, second = land([make(1), make(2)], file="1"), land([make(2, end=10)], file="2")
    for path in (first, second):
        result = runner.invoke(app, ["data", "add", str(path), *where, "--json"])
        assert result.exit_code == 0, result.output
        assert json.loads(result.stdout)["already_known"] is False
    said = json.loads(runner.invoke(app, ["data", "add", str(first), *where, "--json"]).stdout)
    assert (said["version"], said["already_known"]) == ("data/v1", True)
    log = runner.invoke(app, ["data", "log", *where])
    assert [line.split()[1] for line in log.stdout.splitlines()] == ["data/v1:", "data/v2:"]
    difference = runner.invoke(app, ["data", "diff", "v1", "2", *where])
    assert "spans changed: 1\n  d-2 turn 0 [3, 12) NAME → d-2 turn 0 [3, 10) NAME" in (
        difference.stdout
    )
    assert name not in log.stdout + difference.stdout
