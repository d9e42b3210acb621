"""Folders appear whole, and a mistyped path costs nobody what is there."""

import pytest

from pipeline.errors import UserError
from pipeline.whole_folder import require_replaceable, whole_folder


def _write(folder, text):
    with whole_folder(folder, "sign") as new:
        (new / "sign").write_text(text)


def test_a_folder_of_the_same_kind_is_replaced_as_a_whole(tmp_path):
    _write(tmp_path / "out", "one")
    (tmp_path / "out" / "left over").touch()
    _write(tmp_path / "out", "two")
    assert [p.name for p in tmp_path.iterdir()] == ["out"]
    assert [p.read_text() for p in (tmp_path / "out").iterdir()] == ["two"]


def test_after_an_error_the_old_folder_stands(tmp_path):
    _write(tmp_path / "out", "one")

    def interrupted():
        with whole_folder(tmp_path / "out", "sign") as new:
            (new / "sign").write_text("two")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert [p.name for p in tmp_path.iterdir()] == ["out"]
    assert (tmp_path / "out" / "sign").read_text() == "one"


@pytest.mark.parametrize("name", ["data", "file", "."])
def test_anything_else_is_left_alone(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "train.jsonl").write_text("precious")
    (tmp_path / "file").write_text("precious")
    with pytest.raises(UserError, match=r"name (a new|the) folder"):
        _write(type(tmp_path)(name), "new")
    assert (tmp_path / "data" / "train.jsonl").read_text() == "precious"
    assert (tmp_path / "file").read_text() == "precious"


def test_an_empty_folder_may_be_filled(tmp_path):
    require_replaceable(tmp_path, "sign")
    _write(tmp_path / "out", "one")
    assert (tmp_path / "out" / "sign").read_text() == "one"
