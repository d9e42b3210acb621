"""`rok data synth` writes one file, or a folder that training can use."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pipeline.cli import app
from pipeline.errors import UserError
from pipeline.transcripts.native import read_dialogues


def run(*arguments: str) -> str:
    result = CliRunner().invoke(app, ["data", "synth", *arguments], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def test_one_file(tmp_path: Path) -> None:
    out = tmp_path / "batch.jsonl"
    printed = run(str(out), "--dialogues", "6", "--seed", "3", "--platform", "A")
    found = list(read_dialogues(out))
    assert [dialogue.platform for dialogue in found] == ["A"] * 6
    assert "6 dialogues" in printed


def test_a_challenge_file_names_the_collision(tmp_path: Path) -> None:
    out = tmp_path / "challenge.jsonl"
    run(str(out), "--dialogues", "4", "--seed", "3", "--challenge")
    records = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert all(record["challenge_type"] for record in records)


def test_a_folder_has_four_sets_without_common_dialogues(tmp_path: Path) -> None:
    run(str(tmp_path / "data"), "--dialogues", "24", "--seed", "3")
    sets = {path.stem: list(read_dialogues(path)) for path in (tmp_path / "data").iterdir()}
    sizes = {name: len(found) for name, found in sets.items()}
    assert sizes == {"train": 24, "val": 4, "canonical": 4, "challenge": 4}
    ids = [dialogue.dialogue_id for found in sets.values() for dialogue in found]
    assert len(set(ids)) == len(ids)


def test_a_folder_takes_no_challenge_flag(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="a folder has a challenge set anyway"):
        run(str(tmp_path / "data"), "--challenge")


def test_help_says_what_it_is_for() -> None:
    assert "say nothing about real data" in " ".join(run("--help").replace("│", " ").split())
