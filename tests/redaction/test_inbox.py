"""An inbox is worked off file by file, and a rerun does only what is new."""

import pytest

from pipeline.errors import UserError
from pipeline.redaction.inbox import redact_folder


@pytest.fixture
def inbox(tmp_path, write_transcript):
    folder = tmp_path / "inbox"
    for name in ("one.jsonl", "two.jsonl"):
        write_transcript(name, name=name, folder=folder)
    return folder


def statuses(inbox, out, cascade):
    return {one.path.name: one.status for one in redact_folder(inbox, out, cascade)}


def test_every_file_is_redacted_under_its_name(tmp_path, inbox, cascade):
    out = tmp_path / "out"
    assert set(statuses(inbox, out, cascade).values()) == {"redacted"}
    assert "[NAME]" in (out / "one.jsonl").read_text()
    assert "[NAME]" in (out / "two.jsonl").read_text()


def test_a_rerun_decides_nothing(tmp_path, inbox, cascade):
    statuses(inbox, tmp_path / "out", cascade)
    decided = cascade.decided
    assert set(statuses(inbox, tmp_path / "out", cascade).values()) == {"done before"}
    assert cascade.decided == decided


def test_only_what_is_new_or_changed_is_done(tmp_path, inbox, cascade, write_transcript):
    statuses(inbox, tmp_path / "out", cascade)
    write_transcript("changed", name="two.jsonl", folder=inbox)
    write_transcript("new", name="three.jsonl", folder=inbox)
    assert statuses(inbox, tmp_path / "out", cascade) == {
        "one.jsonl": "done before", "two.jsonl": "redacted", "three.jsonl": "redacted"
    }  # fmt: skip


@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param(lambda out: (out / "one.jsonl").write_text("cut"), id="output changed"),
        pytest.param(lambda out: (out / "one.jsonl").unlink(), id="output gone"),
        pytest.param(lambda out: (out / "one.jsonl.manifest.json").unlink(), id="manifest gone"),
        pytest.param(
            lambda out: (out / "one.jsonl.manifest.json").write_text("{"), id="manifest cut"
        ),
        pytest.param(
            lambda out: (out / "one.jsonl.manifest.json").write_text("[]"), id="another manifest"
        ),
    ],
)
def test_a_damaged_result_is_done_again(tmp_path, inbox, cascade, spoil):
    out = tmp_path / "out"
    statuses(inbox, out, cascade)
    spoil(out)
    assert statuses(inbox, out, cascade) == {"one.jsonl": "redacted", "two.jsonl": "done before"}


def test_another_cascade_does_everything_again(tmp_path, inbox, cascade):
    statuses(inbox, tmp_path / "out", cascade)
    cascade.version = "2"
    assert set(statuses(inbox, tmp_path / "out", cascade).values()) == {"redacted"}


def test_another_policy_version_does_everything_again(tmp_path, inbox, cascade, monkeypatch):
    statuses(inbox, tmp_path / "out", cascade)
    monkeypatch.setattr("pipeline.policy._RULES", 99)
    assert set(statuses(inbox, tmp_path / "out", cascade).values()) == {"redacted"}


def test_a_bad_file_does_not_stop_the_others(tmp_path, inbox, cascade):
    (inbox / "a-bad.jsonl").write_bytes(b"\xff\xfeh\x00i\x00")
    results = list(redact_folder(inbox, tmp_path / "out", cascade))
    assert [one.status for one in results] == ["failed", "redacted", "redacted"]
    assert [one.exit_code for one in results] == [2, 0, 0]
    assert "a-bad.jsonl" in results[0].reason


def test_files_still_being_written_wait(tmp_path, inbox, cascade):
    (inbox / ".three.jsonl.part").write_text("half")
    assert ".three.jsonl.part" not in statuses(inbox, tmp_path / "out", cascade)


def test_a_folder_of_results_within_the_inbox_is_not_told_of(inbox, cascade):
    for _ in range(2):
        assert sorted(statuses(inbox, inbox / "out", cascade)) == ["one.jsonl", "two.jsonl"]


def test_the_inbox_is_not_written_to(inbox, cascade):
    with pytest.raises(UserError, match="folder of their own"):
        list(redact_folder(inbox, inbox, cascade))
