"""A file is redacted whole, with a record of everything, or not at all."""

import hashlib
import json
from collections import Counter

import pytest

from pipeline.errors import UserError
from pipeline.policy import POLICIES, version
from pipeline.policy.mask import mask
from pipeline.proposer.candidate import Candidate
from pipeline.redaction import run
from pipeline.redaction.run import redact_file
from pipeline.reviewer import Action, Decision
from pipeline.transcripts import SpanType
from pipeline.transcripts.native import read_dialogues


def records(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_names_go_and_everything_else_stays(tmp_path, cascade, write_transcript):
    out = tmp_path / "out.jsonl"
    summary = redact_file(write_transcript("a", "b"), out, cascade)
    redacted = list(read_dialogues(out))
    assert [one.dialogue_id for one in redacted] == ["a", "b"]
    assert [turn.text for turn in redacted[0].turns] == [
        "hi [NAME], x = 5",
        "ask [NAME] about Euler: [EMAIL]",
    ]
    assert (summary.read, summary.written, summary.kept, summary.exit_code) == (2, 2, 2, 0)
    assert summary.spans == Counter(NAME=4, EMAIL=2)


def test_the_manifest_says_what_was_made_from_what_by_what(tmp_path, cascade, write_transcript):
    path, out = write_transcript("a", "poison"), tmp_path / "out.jsonl"
    redact_file(path, out, cascade)
    manifest = json.loads((tmp_path / "out.jsonl.manifest.json").read_text())
    assert manifest["input_sha256"] == hashlib.sha256(path.read_bytes()).hexdigest()
    assert manifest["output_sha256"] == hashlib.sha256(out.read_bytes()).hexdigest()
    assert manifest["cascade"] == {"name": "known-names", "version": "1"}
    assert manifest["policy"] == {"name": "mask", "version": version("mask")}
    assert manifest["dialogues"] == {"in": 2, "out": 1, "quarantined": 0, "dead_letter": 1}
    assert manifest["spans"] == {"EMAIL": 1, "NAME": 2}
    assert manifest["created_at"].endswith("+00:00")


def test_decisions_are_kept_by_id_and_offset(tmp_path, cascade, write_transcript):
    out = tmp_path / "out.jsonl"
    redact_file(write_transcript("a"), out, cascade)
    [record] = records(tmp_path / "out.jsonl.decisions.jsonl")
    assert record["dialogue_id"] == "a"
    assert record["decisions"][2] == {
        "turn_id": 1, "start": 19, "end": 24, "type": "NAME", "sources": ["encoder:known"],
        "action": "KEEP", "p_redact": 0.1, "decided_by": "reviewer",
    }  # fmt: skip
    texts = {turn.turn_id: turn.text for turn in next(read_dialogues(out)).turns}
    assert [texts[one["turn_id"]][one["start"] : one["end"]] for one in record["redactions"]] == [
        "[NAME]",
        "[NAME]",
        "[EMAIL]",
    ]


def test_what_fails_is_held_and_the_rest_goes_on(tmp_path, cascade, write_transcript):
    out = tmp_path / "out.jsonl"
    summary = redact_file(write_transcript("a", "poison", "b"), out, cascade)
    assert [one.dialogue_id for one in read_dialogues(out)] == ["a", "b"]
    assert records(tmp_path / "out.jsonl.dead-letter.jsonl") == [
        {"dialogue_id": "poison", "reason": "the model failed: RuntimeError"}
    ]
    assert summary.exit_code == 1


@pytest.mark.parametrize(
    ("policy", "reason"),
    [
        pytest.param(lambda one, found: mask(one, found[1:]), "is left", id="forgets a span"),
        pytest.param(lambda one, found: mask(one, found * 2), None, id="sees a span twice"),
        pytest.param(lambda one, found: [][0], "masking failed: IndexError", id="breaks"),
    ],
)
def test_only_a_verified_output_goes_out(
    tmp_path, cascade, write_transcript, monkeypatch, policy, reason
):
    monkeypatch.setitem(POLICIES, "mask", policy)
    summary = redact_file(write_transcript("a"), tmp_path / "out.jsonl", cascade)
    assert summary.written == (reason is None)
    if reason is not None:
        [letter] = records(tmp_path / "out.jsonl.dead-letter.jsonl")
        assert letter["dialogue_id"] == "a"
        assert reason in letter["reason"]


def test_a_span_outside_its_turn_holds_the_dialogue(tmp_path, cascade, write_transcript):
    def beyond(dialogues):
        for dialogue in dialogues:
            place = Candidate(0, 3, 99 if dialogue.dialogue_id == "b" else 4, SpanType.NAME)
            yield dialogue, [Decision(place, Action.REDACT, 0.9, "reviewer")]

    cascade.decide = beyond
    redact_file(write_transcript("a", "b"), tmp_path / "out.jsonl", cascade)
    [letter] = records(tmp_path / "out.jsonl.dead-letter.jsonl")
    assert letter["reason"] == "dialogue b: span [3, 99) is not inside turn 0"


def test_bad_records_are_quarantined_with_their_line(tmp_path, cascade, write_transcript):
    path, out = write_transcript("a", "b"), tmp_path / "out.jsonl"
    first, second = path.read_text().splitlines()
    path.write_text(f'{first}\n{{"turns": [{{"text": "Zuleika"}}]}}\n{second}\nZuleika\n')
    summary = redact_file(path, out, cascade)
    quarantine = records(tmp_path / "out.jsonl.quarantine.jsonl")
    assert [one["line"] for one in quarantine] == [2, 4]
    assert all(one["reasons"] for one in quarantine)
    assert (summary.read, summary.written, summary.quarantined) == (4, 2, 2)
    assert summary.exit_code == 1


def test_a_clean_rerun_takes_away_the_records_of_a_bad_one(tmp_path, cascade, write_transcript):
    out = tmp_path / "out.jsonl"
    redact_file(write_transcript("a", "poison"), out, cascade)
    redact_file(write_transcript("a"), out, cascade)
    assert {path.name for path in tmp_path.iterdir()} == {
        "in.jsonl", "out.jsonl", "out.jsonl.decisions.jsonl", "out.jsonl.manifest.json"
    }  # fmt: skip


def test_when_nothing_may_go_out_no_earlier_output_stays(tmp_path, cascade, write_transcript):
    out = tmp_path / "out.jsonl"
    redact_file(write_transcript("a"), out, cascade)
    redact_file(write_transcript("poison"), out, cascade)
    assert not out.exists()
    manifest = json.loads((tmp_path / "out.jsonl.manifest.json").read_text())
    assert manifest["output_sha256"] is None


@pytest.mark.parametrize("content", [b"", b"\xff\xfeh\x00i\x00"])
def test_an_unreadable_file_leaves_nothing(tmp_path, cascade, content):
    path = tmp_path / "in.jsonl"
    path.write_bytes(content)
    with pytest.raises(UserError, match=r"in\.jsonl"):
        redact_file(path, tmp_path / "out.jsonl", cascade)
    assert [one.name for one in tmp_path.iterdir()] == ["in.jsonl"]


def test_a_missing_file_is_told(tmp_path, cascade):
    with pytest.raises(UserError, match="cannot be read"):
        redact_file(tmp_path / "none.jsonl", tmp_path / "out.jsonl", cascade)


def test_a_file_that_grows_while_it_is_read_leaves_nothing(tmp_path, cascade, write_transcript):
    path = write_transcript("a", "b")

    def grow(_):
        path.write_text(path.read_text() + "\n")

    with pytest.raises(UserError, match="changed while it was read"):
        redact_file(path, tmp_path / "out.jsonl", cascade, watch=grow)
    assert [one.name for one in tmp_path.iterdir()] == ["in.jsonl"]


def test_an_output_is_never_its_own_input(tmp_path, cascade, write_transcript):
    path = write_transcript("a")
    with pytest.raises(UserError, match="replace the transcript"):
        redact_file(path, tmp_path / "x" / ".." / "in.jsonl", cascade)
    assert "Zuleika" in path.read_text()


def test_an_unknown_policy_is_refused_before_anything_is_read(tmp_path, cascade):
    with pytest.raises(UserError, match="'burn' is unknown"):
        redact_file(tmp_path / "none.jsonl", tmp_path / "out.jsonl", cascade, policy="burn")


def test_a_lost_dialogue_stops_the_run(tmp_path, cascade, write_transcript, monkeypatch):
    def forgetful(outcomes, cascade):
        return list(run_decided(outcomes, cascade))[1:]

    run_decided = run.decided
    monkeypatch.setattr(run, "decided", forgetful)
    with pytest.raises(RuntimeError, match="2 records read, but 1 written"):
        redact_file(write_transcript("a", "b"), tmp_path / "out.jsonl", cascade)
    assert [one.name for one in tmp_path.iterdir()] == ["in.jsonl"]


def test_no_file_can_be_read_by_others(tmp_path, cascade, write_transcript):
    folder = tmp_path / "out"
    redact_file(write_transcript("a", "poison"), folder / "out.jsonl", cascade)
    assert {oct(path.stat().st_mode & 0o777) for path in folder.iterdir()} == {"0o600"}
