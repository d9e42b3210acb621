"""`rok redact`: exit codes, what it prints, what it leaves."""

import json

import pytest
from typer.testing import CliRunner

from pipeline.cli.app import app
from pipeline.errors import UserError


@pytest.fixture
def rok(monkeypatch, cascade):
    """Runs `rok redact … --cascade known` with a cascade that knows a few names."""
    monkeypatch.setattr("pipeline.registry.loading.load_cascade", lambda ref: cascade)

    def run(*arguments):
        return CliRunner().invoke(app, ["redact", *map(str, arguments), "--cascade", "known"])

    return run


def test_a_file_is_redacted(tmp_path, rok, write_transcript):
    result = rok(write_transcript("a", "b"), tmp_path / "out.jsonl")
    assert result.exit_code == 0
    assert "2 of 2 dialogues, 6 spans redacted, 2 kept" in result.stdout
    assert "[NAME]" in (tmp_path / "out.jsonl").read_text()


def test_json_is_for_scripts(tmp_path, rok, write_transcript):
    result = rok(write_transcript("a", "poison"), tmp_path / "out.jsonl", "--json")
    [record] = json.loads(result.stdout)
    assert result.exit_code == 1
    assert record["status"] == "redacted"
    assert record["dialogues"] == {"in": 2, "out": 1, "quarantined": 0, "dead_letter": 1}
    assert record["spans"] == {"EMAIL": 1, "NAME": 2}


def test_a_folder_is_redacted_and_a_rerun_tells_that_it_is_done(tmp_path, rok, write_transcript):
    inbox, out = tmp_path / "inbox", tmp_path / "out"
    write_transcript("a", name="one.jsonl", folder=inbox)
    assert rok(inbox, out).exit_code == 0
    again = rok(inbox, out)
    assert (again.exit_code, again.stdout) == (0, "one.jsonl: done before\n")


def test_a_folder_with_an_unreadable_file_exits_2_and_does_the_rest(
    tmp_path, rok, write_transcript
):
    inbox, out = tmp_path / "inbox", tmp_path / "out"
    write_transcript("a", name="one.jsonl", folder=inbox)
    (inbox / "two.jsonl").write_bytes(b"")
    result = rok(inbox, out)
    assert result.exit_code == 2
    assert "two.jsonl: failed" in result.stdout
    assert (out / "one.jsonl").exists()


def test_folders_in_a_folder_are_told_of_and_change_no_exit_code(tmp_path, rok, write_transcript):
    inbox, out = tmp_path / "inbox", tmp_path / "out"
    write_transcript("a", name="one.jsonl", folder=inbox)
    for name in ("monday", "tuesday", ".hidden"):
        write_transcript("b", name="two.jsonl", folder=inbox / name)
    result = rok(inbox, out)
    assert result.exit_code == 0
    assert "monday: skipped: a folder within the folder is not read" in result.stdout
    assert result.stdout.endswith("subfolders not read: 2\n")
    assert f"rok: {inbox}: 2 subfolders are not read\n" in result.stderr
    records = json.loads(rok(inbox, out, "--json").stdout)
    assert [one["status"] for one in records] == ["done before", "skipped", "skipped"]
    assert [path.name for path in out.iterdir() if path.is_dir()] == []


def test_an_empty_inbox_is_no_error(tmp_path, rok):
    (tmp_path / "inbox").mkdir()
    result = rok(tmp_path / "inbox", tmp_path / "out")
    assert (result.exit_code, result.stdout) == (0, "No transcript is waiting.\n")


def test_columns_that_nobody_could_guess_are_named(tmp_path, rok):
    path, out = tmp_path / "in.csv", tmp_path / "out.csv"
    path.write_text("Stunde,Wer,Gesagt\ns1,Frau Lee,hi Zuleika\ns1,Kind,hello\n")
    columns = ("dialogue_id=Stunde", "speaker=Wer", "text=Gesagt")
    options = [word for one in columns for word in ("--column", one)]
    options += ["--role", "Frau Lee=tutor", "--role", "Kind=student", "--platform", "north"]
    result = rok(path, out, "--format", "csv", *options)
    assert result.exit_code == 0
    assert "hi [NAME]" in out.read_text()
    assert "Lee" not in out.read_text() + (tmp_path / "out.csv.manifest.json").read_text()


def test_the_options_of_reading_reach_the_cascade(tmp_path, rok, cascade, monkeypatch):
    seen, decide = [], cascade.decide
    monkeypatch.setattr(cascade, "decide", lambda batch: decide(seen.extend(batch) or batch))
    path = tmp_path / "in.txt"
    path.write_text("Lee: hi Zuleika\nKind: hello\n")
    rok(path, tmp_path / "out.txt", "--role", "Lee=tutor", "--platform", "north")
    [dialogue] = seen
    assert dialogue.platform == "north"
    assert [turn.speaker_role for turn in dialogue.turns] == ["tutor", "other"]


@pytest.mark.parametrize("option", ["--role=Lee=tutor", "--platform=north", "--column=text=note"])
def test_other_options_of_reading_are_another_result(tmp_path, rok, write_transcript, option):
    inbox, out = tmp_path / "inbox", tmp_path / "out"
    write_transcript("a", name="one.jsonl", folder=inbox)
    rok(inbox, out)
    assert rok(inbox, out, option).stdout.startswith("one.jsonl: redacted")
    assert rok(inbox, out, option).stdout == "one.jsonl: done before\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["none.jsonl", "out.jsonl"], "no such file or folder"),
        (["in.jsonl", "out.jsonl", "--policy", "burn"], "policy 'burn' is unknown"),
        (["in.jsonl", "out.jsonl", "--format", "scroll"], "there is no form scroll"),
        (["in.jsonl", "out.jsonl", "--role", "Lee=queen"], "'queen' is not a valid SpeakerRole"),
        (["in.jsonl", "in.jsonl"], "would replace the transcript"),
    ],
)
def test_what_cannot_be_done_is_told_and_exits_2(
    tmp_path, monkeypatch, rok, write_transcript, arguments, sentence
):
    monkeypatch.chdir(tmp_path)
    write_transcript("a")
    error = rok(*arguments).exception
    assert isinstance(error, UserError)
    assert (error.exit_code, sentence in str(error)) == (2, True)


def test_a_missing_or_broken_cascade_stops_before_anything_is_written(tmp_path, write_transcript):
    path, broken = write_transcript("a"), tmp_path / "broken"
    broken.mkdir()
    (broken / "manifest.json").write_text('{"name": "x", "version": "1", "files": {"w": "0"}}')
    for cascade in (tmp_path / "none", tmp_path, broken):
        arguments = ["redact", str(path), str(tmp_path / "out.jsonl"), "--cascade", str(cascade)]
        error = CliRunner().invoke(app, arguments).exception
        assert isinstance(error, UserError)
        assert error.exit_code == 2
    assert sorted(one.name for one in tmp_path.iterdir()) == ["broken", "in.jsonl"]


def test_a_cascade_that_fails_to_load_in_an_unforeseen_way_exits_2(
    tmp_path, monkeypatch, write_transcript
):
    monkeypatch.setattr("pipeline.registry.loading.load_cascade", lambda ref: {}[ref])
    arguments = [str(write_transcript("a")), str(tmp_path / "out.jsonl"), "--cascade", "x"]
    error = CliRunner().invoke(app, ["redact", *arguments]).exception
    assert isinstance(error, UserError)
    assert str(error) == "x: cannot be loaded: KeyError"
