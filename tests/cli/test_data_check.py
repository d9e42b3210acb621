"""`rok data check` and `rok data convert`, as a script sees them."""

import json

import pytest
from typer.testing import CliRunner

from pipeline.cli import app

GOOD = (
    '{"dialogue_id": "a", "turns": [{"turn_id": 0, "speaker_role": "tutor", "text": "hi Zeb"}]}\n'
)
BAD = GOOD.replace('"tutor"', '"wizard"').replace('"a"', '"b"')


@pytest.fixture
def rok():
    def run(*arguments):
        return CliRunner().invoke(app, ["data", *map(str, arguments)], catch_exceptions=False)

    return run


@pytest.fixture
def batch(tmp_path):
    def write(name, text):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write


def test_a_good_batch_exits_0(rok, batch):
    result = rok("check", batch("a.jsonl", GOOD))
    assert (result.exit_code, result.stdout) == (0, "records: 1 (1 good, 0 bad)\n")


def test_a_bad_record_exits_1_and_is_shown_without_its_text(rok, batch):
    path = batch("a.jsonl", GOOD + BAD)
    result = rok("check", path)
    assert result.exit_code == 1
    assert "unknown_role" in result.stdout
    assert ":2" in result.stdout
    assert "Zeb" not in result.stdout
    assert "wizard" not in result.stdout


def test_json_is_for_scripts(rok, batch, tmp_path):
    quarantine = tmp_path / "bad.jsonl"
    path = batch("a.jsonl", GOOD + BAD)
    result = rok("check", path, "--json", "--quarantine", quarantine)
    report = json.loads(result.stdout)
    assert (report["records"], report["accepted"], report["quarantined"]) == (2, 1, 1)
    assert report["reasons"] == {"unknown_role": 1}
    [finding] = report["findings"]
    assert (finding["file"], finding["line"], finding["severity"]) == (str(path), 2, "error")
    assert json.loads(quarantine.read_text())["raw"] == BAD.strip()


@pytest.mark.parametrize("content", ["", "what is this"])
def test_an_unreadable_file_exits_2_and_the_others_are_checked(rok, batch, content):
    result = rok("check", batch("a.jsonl", GOOD), batch("odd", content), "--json")
    report = json.loads(result.stdout)
    assert (result.exit_code, report["accepted"], len(report["unreadable"])) == (2, 1, 1)


def test_columns_and_roles_are_options(rok, batch):
    path = batch("a.csv", "who,said\nMs. Ortiz,hi\n")
    options = ["--column", "text=said", "--column", "speaker=who", "--role", "Ms. Ortiz=tutor"]
    out = path.with_suffix(".jsonl")
    assert rok("convert", path, out, "--from", "csv", *options).exit_code == 0
    [turn] = json.loads(out.read_text(encoding="utf-8"))["turns"]
    assert (turn["speaker_role"], turn["speaker"], turn["text"]) == ("tutor", "Ms. Ortiz", "hi")


def test_convert_keeps_bad_records_and_exits_1(rok, batch, tmp_path):
    out = tmp_path / "out.json"
    result = rok("convert", batch("a.jsonl", GOOD + BAD), out, "--from", "jsonl", "--to", "kaggle")
    assert result.exit_code == 1
    assert [one["document"] for one in json.loads(out.read_text(encoding="utf-8"))] == ["a"]
    assert (tmp_path / "out.json.quarantine.jsonl").stat().st_mode & 0o077 == 0


def test_convert_says_when_spans_are_lost(rok, batch, tmp_path):
    span = '"spans": [{"turn_id": 0, "start": 3, "end": 6, "type": "NAME"}]}'
    path = batch("a.jsonl", GOOD.replace("}]}", "}], " + span))
    result = rok("convert", path, tmp_path / "out.csv", "--to", "csv")
    assert result.exit_code == 0
    assert "1 spans left out: csv cannot hold them" in result.stderr


@pytest.fixture
def nested(batch, tmp_path):
    batch("a.jsonl", GOOD)
    (tmp_path / "older").mkdir()
    (tmp_path / "older" / "b.jsonl").write_text(BAD)
    return tmp_path


def test_a_folder_in_a_folder_is_told_of_and_changes_no_exit_code(rok, nested):
    result = rok("check", nested)
    assert result.exit_code == 0
    assert result.stdout == "records: 1 (1 good, 0 bad)\nsubfolders not read: 1\n"
    assert f"rok: {nested}: 1 subfolder is not read\n" in result.stderr
    assert json.loads(rok("check", nested, "--json").stdout)["subfolders_not_read"] == 1


def test_converting_tells_of_a_folder_in_a_folder(rok, nested, tmp_path_factory):
    result = rok("convert", nested, tmp_path_factory.mktemp("out") / "all.jsonl")
    assert result.exit_code == 0
    assert f"rok: {nested}: 1 subfolder is not read\n" in result.stderr
