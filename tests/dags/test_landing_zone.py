"""The landing zone: what is still to be taken in, and what each batch is for."""

import hashlib
import json
import os
import time
from pathlib import Path

import pytest

from rok_airflow.folder import settled_files
from rok_airflow.landing_zone import (
    LandingError,
    count_set_aside,
    find_file,
    intake_options,
    pending_batches,
    sidecar_of,
)
from rok_airflow.set_aside import fingerprint, remembered, set_aside


def land(folder, name, content="{}", age=60.0):
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(content)
    os.utime(file, (time.time() - age,) * 2)
    return file


def sha256(content):
    return hashlib.sha256(content.encode()).hexdigest()


def record(repository, *contents):
    folder = repository / "data" / "records"
    folder.mkdir(parents=True, exist_ok=True)
    files = [sha256(content) for content in contents]
    (folder / f"{len(contents)}.json").write_text(json.dumps({"files": files}))


def test_landed_files_are_pending_until_a_record_holds_them(tmp_path):
    for name in "ab":
        land(tmp_path / "landing", f"{name}.jsonl", name)
    assert pending_batches(tmp_path / "landing", tmp_path, 30) == [sha256("a"), sha256("b")]
    record(tmp_path, "a")
    assert pending_batches(tmp_path / "landing", tmp_path, 30) == [sha256("b")]


def test_a_known_file_under_another_name_is_not_pending(tmp_path):
    land(tmp_path / "landing", "again.jsonl", "a")
    record(tmp_path, "a")
    assert pending_batches(tmp_path / "landing", tmp_path, 30) == []


def test_sidecars_hidden_and_fresh_files_are_no_batches(tmp_path):
    land(tmp_path, "a.yaml")
    land(tmp_path, ".b.jsonl")
    land(tmp_path, "c.jsonl", age=5)
    (tmp_path / "folder").mkdir()
    assert pending_batches(tmp_path, tmp_path, 30) == []


def test_a_file_that_came_to_nothing_waits_for_another_sidecar(tmp_path):
    file = land(tmp_path / "landing", "a.jsonl", "a")
    where = (tmp_path / "landing", tmp_path, 30)
    assert (pending_batches(*where), count_set_aside(*where)) == ([sha256("a")], 0)
    set_aside(tmp_path, sha256("a"), fingerprint(sidecar_of(file)), "refused")
    assert (pending_batches(*where), count_set_aside(*where)) == ([], 1)
    land(tmp_path / "landing", "a.yaml", "purpose: canonical")
    assert (pending_batches(*where), count_set_aside(*where)) == ([sha256("a")], 0)


def test_a_line_of_the_ledger_cut_short_loses_no_other(tmp_path):
    set_aside(tmp_path, "one", "", "refused")
    ledger = tmp_path / ".dvc" / "tmp" / "rok" / "set-aside.jsonl"
    ledger.write_text(ledger.read_text() + '{"file": "tw')
    set_aside(tmp_path, "three", "", "refused")
    assert remembered(tmp_path) == {("one", ""), ("three", "")}


def test_a_file_that_cannot_be_read_does_not_hold_up_the_others(tmp_path, monkeypatch):
    for name in "ab":
        land(tmp_path, f"{name}.jsonl", name)
    real = Path.open

    def refuse(path, *arguments, **options):
        if path.name == "a.jsonl":
            raise PermissionError(13, "Permission denied")
        return real(path, *arguments, **options)

    monkeypatch.setattr(Path, "open", refuse)
    assert pending_batches(tmp_path, tmp_path, 30) == [sha256("b")]


def test_a_file_taken_away_while_it_is_looked_at_is_not_there(tmp_path):
    (tmp_path / "a.jsonl").symlink_to(tmp_path / "gone")
    land(tmp_path, "b.jsonl")
    assert [path.name for path in settled_files(tmp_path, 0)] == ["b.jsonl"]


@pytest.mark.parametrize("name", ["a.yml", "a.jsonl.yaml", "a.jsonl.yml"])
def test_a_sidecar_under_a_wrong_name_does_not_make_a_test_set_training_data(tmp_path, name):
    land(tmp_path, name, "purpose: canonical")
    with pytest.raises(LandingError, match=r"must be named a\.yaml"):
        intake_options(tmp_path / "a.jsonl")


def test_no_folder_is_an_empty_folder(tmp_path):
    assert settled_files(tmp_path / "nowhere", 0) == []


def test_a_batch_is_found_again_by_its_content(tmp_path):
    file = land(tmp_path, "a.jsonl", "a")
    assert find_file(tmp_path, sha256("a")) == file
    with pytest.raises(LandingError):
        find_file(tmp_path, sha256("b"))


def test_without_a_sidecar_a_batch_is_for_training(tmp_path):
    assert intake_options(tmp_path / "a.jsonl") == ["--as", "train"]


def test_a_sidecar_says_purpose_source_and_licence(tmp_path):
    land(tmp_path, "a.yaml", "purpose: canonical\nsource: board\nlicence: CC0-1.0\n")
    assert intake_options(tmp_path / "a.jsonl") == [
        *("--as", "canonical"),
        *("--source", "board"),
        *("--licence", "CC0-1.0"),
    ]


@pytest.mark.parametrize(
    "content", ["propose: canonical", "- canonical", "purpose: [", "canonical"]
)
def test_a_sidecar_that_is_not_understood_is_no_reason_to_train_on_the_batch(tmp_path, content):
    land(tmp_path, "a.yaml", content)
    with pytest.raises(LandingError):
        intake_options(tmp_path / "a.jsonl")
