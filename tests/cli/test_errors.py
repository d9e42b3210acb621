"""What a person sees when something goes wrong: one sentence, an exit code, no transcript text."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pipeline.cli import main
from pipeline.transcripts import reading

SECRET = "Zebediah"


@pytest.fixture
def rok(monkeypatch, capsys):
    def run(*arguments):
        monkeypatch.setattr(sys, "argv", ["rok", *map(str, arguments)])
        with pytest.raises(SystemExit) as stopped:
            main()
        said = capsys.readouterr()
        return stopped.value.code or 0, said.out, said.err

    return run


@pytest.fixture
def batch(tmp_path):
    turn = {"turn_id": 0, "speaker_role": "tutor", "text": f"hi {SECRET}"}
    path = tmp_path / "in.jsonl"
    path.write_text(json.dumps({"dialogue_id": "a", "turns": [turn]}))
    return path


def test_an_error_nobody_foresaw_is_two_and_does_not_repeat_its_message(rok, batch, monkeypatch):
    def broken(_dialogue):
        raise KeyError(SECRET)

    monkeypatch.setattr(reading, "validate", broken)
    code, out, err = rok("data", "check", batch)

    assert code == 2
    assert "internal error: KeyError in " in err
    assert SECRET not in out + err
    assert "Traceback" not in err


@pytest.mark.parametrize("out", ["in.jsonl/out.jsonl", ".", "folder"])
def test_an_output_that_cannot_be_written_is_named(rok, batch, tmp_path, monkeypatch, out):
    (tmp_path / "folder").mkdir()
    monkeypatch.chdir(tmp_path)
    code, _, err = rok("data", "convert", batch, out)

    assert code == 2
    assert err.startswith(f"rok: {out}")
    assert ": cannot be written: " in err
    assert SECRET not in err
    assert sorted(p.name for p in tmp_path.iterdir()) == ["folder", "in.jsonl"]


def test_a_sentence_is_one_line_however_long(rok, tmp_path):
    missing = tmp_path / ("long-" * 30)
    code, _, err = rok("data", "convert", missing, tmp_path / "out.jsonl")
    assert (code, err.count("\n")) == (2, 1)


def test_a_file_name_that_is_no_text_can_be_reported(batch, tmp_path):
    path = Path(os.fsdecode(bytes(tmp_path) + b"/\xff.jsonl"))
    path.write_text(batch.read_text().replace("tutor", "wizard"))
    done = subprocess.run(
        [sys.executable, "-c", "from pipeline.cli import main; main()", "data", "check", path],
        capture_output=True,
        check=False,
    )
    assert (done.returncode, b"unknown_role" in done.stdout) == (1, True), done.stderr


def test_a_quarantine_never_replaces_what_is_read(rok, batch):
    text = batch.read_text().replace("tutor", "wizard")
    batch.write_text(text)
    assert rok("data", "check", batch, "--quarantine", batch)[0] == 2
    assert batch.read_text() == text


def test_a_conversion_is_not_written_into_the_folder_it_reads(rok, batch):
    assert rok("data", "convert", batch.parent, batch.parent / "out.jsonl")[0] == 2
    assert list(batch.parent.iterdir()) == [batch]


def test_a_folder_without_a_file_is_no_good_batch(rok, tmp_path):
    code, out, _ = rok("data", "check", tmp_path)
    assert (code, "holds no file" in out) == (2, True)
