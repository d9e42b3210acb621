"""The landing zone: what is still to be taken in, and what each batch is for."""

import hashlib
import json
import os
import time

import pytest

from rok_airflow.folder import settled_files
from rok_airflow.landing_zone import LandingError, find_file, intake_options, pending_batches


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
