"""Damage that hides: beside the turns, after the end, in front of everything else."""

import json

import pytest

from pipeline.transcripts import read_checked
from pipeline.transcripts.field_checks import DEEPEST
from pipeline.transcripts.formats import detect
from pipeline.transcripts.native import write_dialogues
from pipeline.transcripts.problem import Reason, TranscriptError


def record(dialogue_id, **changes):
    turn = {"turn_id": 0, "speaker_role": "tutor", "text": "hi Zebediah"}
    span = {"turn_id": 0, "start": 3, "end": 11, "type": "NAME"}
    return {"dialogue_id": dialogue_id, "turns": [turn], "spans": [span]} | changes


def lines(*records):
    return b"".join(json.dumps(one).encode() + b"\n" for one in records)


def read(path):
    reading = read_checked([path])
    accepted = [one.dialogue_id for one in reading]
    errors = [found for found in reading.findings if found.problem.is_error]
    return accepted, [(found.line, found.problem.reason) for found in errors]


def nested(depth):
    return [] if depth == 0 else [nested(depth - 1)]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"platform": "A\ud800"}, Reason.LONE_SURROGATE),
        ({"source": "\udfff"}, Reason.LONE_SURROGATE),
        ({"licence": "\x1b[2J"}, Reason.CONTROL_CHARACTER),
        ({"note": {"by": ["\ud800"]}}, Reason.LONE_SURROGATE),
        ({"\ud800": 1}, Reason.LONE_SURROGATE),
        ({"note": nested(DEEPEST + 1)}, Reason.SCHEMA),
        ({"note": nested(600)}, Reason.SCHEMA),
    ],
)
def test_what_could_not_be_written_again_does_not_get_in(write_file, tmp_path, change, reason):
    path = write_file("a.jsonl", lines(record("good"), record("bad", **change)))
    assert read(path) == (["good"], [(2, reason)])
    assert write_dialogues(read_checked([path]), tmp_path / "out.jsonl") == 1


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.json", json.dumps([record("x"), record("x")]).encode()),
        ("a.jsonl", lines(record("x"), record("x"))),
    ],
)
def test_an_id_twice_is_found_even_on_one_line(write_file, name, text):
    accepted, errors = read(write_file(name, text))
    assert accepted == ["x"]
    assert [reason for _, reason in errors] == [Reason.DUPLICATE_DIALOGUE]


def test_an_id_twice_is_found_in_files_of_one_name(tmp_path):
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a.jsonl").write_bytes(lines(record("x")))
    reading = read_checked([tmp_path / "one" / "a.jsonl", tmp_path / "two" / "a.jsonl"])
    assert len(list(reading)) == 1
    assert reading.quarantined == 1


def test_a_good_record_may_follow_a_bad_one_of_the_same_id(write_file):
    outside = [{"turn_id": 0, "start": 3, "end": 99, "type": "NAME"}]
    path = write_file("a.jsonl", lines(record("x", spans=outside), record("x")))
    assert read(path) == (["x"], [(1, Reason.SPAN_OUT_OF_RANGE)])


@pytest.mark.parametrize("rest", ["\n[1]", " Zebediah", ","])
def test_what_comes_after_an_array_is_not_dropped(write_file, rest):
    path = write_file("a.json", (json.dumps([record("x")]) + rest).encode())
    assert read(path) == (["x"], [(1, Reason.NOT_JSON)])


@pytest.mark.parametrize("damage", [b"[", b"[[", b'"turns": [', b"]", b"oops "])
def test_a_damaged_first_line_does_not_hide_the_others(write_file, damage):
    text = damage + lines(record("a"), record("b"), record("c"))
    assert read(write_file("a.jsonl", text)) == (["b", "c"], [(1, Reason.NOT_JSON)])


@pytest.mark.parametrize("field", [{"data": {"a": 1}}, {"annotations": [1]}])
@pytest.mark.parametrize("is_first", [True, False])
def test_a_native_record_with_fields_of_another_form_stays_native(write_file, field, is_first):
    native = field | record("x") if is_first else record("x") | field
    for text in (lines(native), json.dumps([native], indent=1).encode()):
        assert detect(write_file("a.json", text)).name == "jsonl"


def test_a_csv_file_of_old_line_ends_or_without_columns_is_refused_in_a_sentence(write_file):
    with pytest.raises(TranscriptError, match="form cannot be told"):
        detect(write_file("a.csv", b"dialogue_id,speaker,text\rd,Tutor,hi\r"))
    with pytest.raises(TranscriptError, match="no column with the text"):
        list(read_checked([write_file("b.csv", b",,,\n,,,\n")], "csv"))
