"""A batch with every kind of damage: the good records get in, each bad one is kept out by name."""

import base64
import json

import pytest

from pipeline.transcripts import read_any, read_checked
from pipeline.transcripts.options import ReadOptions
from pipeline.transcripts.problem import Reason, TranscriptError
from pipeline.transcripts.quarantine import Quarantine

SECRET = "Zebediah"


def record(dialogue_id="x", **changes):
    turns = [
        {"turn_id": 0, "speaker_role": "tutor", "text": f"Hi 😀 {SECRET}, 1/2?"},
        {"turn_id": 1, "speaker_role": "student", "text": "yes"},
    ]
    spans = [{"turn_id": 0, "start": 5, "end": 13, "type": "NAME", "text": SECRET}]
    return {"dialogue_id": dialogue_id, "platform": "A", "turns": turns, "spans": spans} | changes


def turn(**changes):
    first, second = record()["turns"]
    return [first | changes, second]


def span(**changes):
    return [{"turn_id": 0, "start": 5, "end": 13, "type": "NAME"} | changes]


def line(value):
    return json.dumps(value, ensure_ascii=False).encode("utf-8", errors="surrogatepass")


DAMAGE = [
    (Reason.NOT_JSON, line(record())[:-9]),
    (Reason.NOT_JSON, b'{"dialogue_id": "' + SECRET.encode()),
    (Reason.NOT_JSON, b"[" * 100_000),
    (Reason.NOT_UTF8, line(record()).replace("😀".encode(), b"\xff\xfe")),
    (Reason.NOT_UTF8, line(record()).replace(b"yes", b"s\xed")),
    (Reason.SCHEMA, line([record()])),
    (Reason.SCHEMA, line(SECRET)),
    (Reason.SCHEMA, line(record(dialogue_id=None))),
    (Reason.SCHEMA, line(record(turns=SECRET))),
    (Reason.SCHEMA, line(record(turns=[SECRET]))),
    (Reason.SCHEMA, line(record(turns=turn(text=None)))),
    (Reason.SCHEMA, line(record(turns=turn(text=[SECRET])))),
    (Reason.SCHEMA, line(record(turns=turn(turn_id=SECRET)))),
    (Reason.SCHEMA, line(record(spans={SECRET: 1}))),
    (Reason.SCHEMA, line(record(spans=[{"turn_id": 0, "type": "NAME"}]))),
    (Reason.SCHEMA, line(record(spans=span(start="5.5")))),
    (Reason.UNKNOWN_ROLE, line(record(turns=turn(speaker_role=SECRET)))),
    (Reason.UNKNOWN_TYPE, line(record(spans=span(type=SECRET)))),
    (Reason.NO_DIALOGUE_ID, line(record(" "))),
    (Reason.DUPLICATE_DIALOGUE, line(record("good-0"))),
    (Reason.EMPTY_DIALOGUE, line(record(turns=[], spans=[]))),
    (Reason.DUPLICATE_TURN, line(record(turns=record()["turns"] + turn()[:1]))),
    (Reason.EMPTY_TURN, line(record(turns=[*record()["turns"], *turn(turn_id=9, text=" ")[:1]]))),
    (Reason.CONTROL_CHARACTER, line(record(turns=turn(text="Hi 😀 Zebediah\x00")))),
    (Reason.CONTROL_CHARACTER, line(record(turns=turn(text="Hi 😀 Zebediah\x1b[0m")))),
    (Reason.CONTROL_CHARACTER, line(record("a\nb"))),
    (Reason.LONE_SURROGATE, json.dumps(record(turns=turn(text="Hi 😀 Zebediah\ud800"))).encode()),
    (Reason.SPAN_WITHOUT_TURN, line(record(spans=span(turn_id=5)))),
    (Reason.SPAN_OUT_OF_RANGE, line(record(spans=span(end=99)))),
    (Reason.SPAN_OUT_OF_RANGE, line(record(spans=span(start=-2)))),
    (Reason.SPAN_OUT_OF_RANGE, line(record(spans=span(start=7, end=7)))),
    (Reason.SPAN_OUT_OF_RANGE, line(record(spans=span(start=9, end=7)))),
    (Reason.SPAN_TEXT_DIFFERS, line(record(spans=span(start=6, end=14, text=SECRET)))),
    (Reason.SPAN_IS_BLANK, line(record(spans=span(start=4, end=5)))),
    (Reason.SPANS_OVERLAP, line(record(spans=span() + span(start=7, end=9, type="SCHOOL")))),
    (Reason.SPANS_OVERLAP, line(record(spans=span() + span()))),
    (Reason.SPAN_OUT_OF_RANGE, line(record(keep_spans=[{"turn_id": 1, "start": 0, "end": 9}]))),
]


def batch(good_between=1):
    """The lines of a file, and the reason expected of each (None where it is good)."""
    lines, expected = [line(record("good-0"))], [None]
    for number, (reason, damaged) in enumerate(DAMAGE):
        lines += [damaged.replace(b'"x"', b'"bad-%d"' % number)]
        lines += [line(record(f"good-{number + 1}"))] * good_between
        expected += [reason] + [None] * good_between
    return lines, expected


def test_there_are_many_kinds_of_damage():
    assert len(DAMAGE) >= 20
    assert len({reason for reason, _ in DAMAGE}) >= 17


def test_good_records_get_in_and_bad_ones_are_kept_with_line_and_reason(write_file, tmp_path):
    lines, expected = batch()
    path = write_file("batch.jsonl", b"\n".join(lines))
    with Quarantine(tmp_path / "bad.jsonl") as quarantine:
        reading = read_checked([path], "jsonl", set_aside=quarantine.put)
        accepted = [one.dialogue_id for one in reading]
    assert accepted == [f"good-{number}" for number in range(len(DAMAGE) + 1)]
    assert (reading.total, reading.accepted, reading.quarantined) == (
        len(lines),
        len(DAMAGE) + 1,
        len(DAMAGE),
    )
    kept = [json.loads(entry) for entry in (tmp_path / "bad.jsonl").read_text().splitlines()]
    wanted = [(n, reason) for n, reason in enumerate(expected, start=1) if reason is not None]
    assert [(entry["line"], entry["reasons"][0]["reason"]) for entry in kept] == wanted
    assert {entry["file"] for entry in kept} == {"batch.jsonl"}


def test_the_quarantine_keeps_records_whole_and_private(write_file, tmp_path):
    lines, expected = batch()
    target = tmp_path / "bad.jsonl"
    with Quarantine(target) as quarantine:
        list(read_checked([write_file("b.jsonl", b"\n".join(lines))], set_aside=quarantine.put))
    raw = [
        base64.b64decode(entry["raw_base64"]) if "raw_base64" in entry else entry["raw"].encode()
        for entry in map(json.loads, target.read_text().splitlines())
    ]
    assert raw == [one for one, reason in zip(lines, expected, strict=True) if reason is not None]
    assert target.stat().st_mode & 0o077 == 0


def test_no_reason_repeats_any_text(write_file):
    lines, _ = batch()
    reading = read_checked([write_file("batch.jsonl", b"\n".join(lines))])
    list(reading)
    assert len(reading.findings) >= len(DAMAGE)
    for found in reading.findings:
        assert SECRET.casefold() not in found.problem.sentence.casefold()
        assert "Hi" not in found.problem.sentence


@pytest.mark.parametrize(("reason", "damaged"), DAMAGE)
def test_a_strict_reading_raises_without_text(write_file, reason, damaged):
    good = line(record("good-0"))
    path = write_file("batch.jsonl", good + b"\n" + damaged)
    with pytest.raises(TranscriptError) as caught:
        list(read_any(path, options=ReadOptions()))
    assert f"batch.jsonl:2: {reason.value}" in str(caught.value)
    assert SECRET not in str(caught.value)
    assert caught.value.__cause__ is None


def test_an_empty_turn_does_not_stop_redaction(write_file):
    empty = record(turns=turn(turn_id=9, text=" ")[:1] + record()["turns"])
    assert len(list(read_any(write_file("a.jsonl", line(empty))))) == 1


def test_an_id_is_known_across_files(write_file):
    files = [write_file(name, line(record("one"))) for name in ("a.jsonl", "b.jsonl")]
    reading = read_checked(files)
    assert len(list(reading)) == 1
    [found] = reading.findings
    assert found.problem.reason is Reason.DUPLICATE_DIALOGUE
    assert "a.jsonl:1" in found.problem.sentence


def test_warnings_let_a_record_in(write_file):
    text = "Hi 😀 Zebediah \ufffd" + "9" * 100_000
    bad_edge = record(turns=turn(text=text), spans=span(end=14))
    reading = read_checked([write_file("a.jsonl", line(bad_edge))])
    [read] = list(reading)
    assert {found.problem.reason for found in reading.findings} == {
        Reason.LONG_TURN,
        Reason.REPLACEMENT_CHARACTER,
        Reason.SPAN_HAS_BLANK_EDGE,
    }
    assert (read.spans[0].start, read.spans[0].end) == (5, 13)
    assert read.turns[0].text == text


def test_what_is_tolerated_becomes_a_warning(write_file):
    path = write_file("a.jsonl", line(record(turns=turn(text="Hi 😀 Zebediah\x00"))))
    assert list(read_checked([path])) == []
    tolerant = ReadOptions(tolerate=frozenset({Reason.CONTROL_CHARACTER}))
    assert len(list(read_checked([path], options=tolerant))) == 1


def test_an_array_is_read_up_to_where_it_breaks(write_file):
    broken = b"[\n" + line(record("one")) + b",\n" + line(record("two")) + b",\n{oops, 3"
    reading = read_checked([write_file("a.json", broken)])
    assert [one.dialogue_id for one in reading] == ["one", "two"]
    [found] = reading.findings
    assert (found.line, found.problem.reason) == (4, Reason.NOT_JSON)


def test_no_quarantine_file_without_a_bad_record(write_file, tmp_path):
    path = write_file("a.jsonl", line(record()))
    with Quarantine(tmp_path / "bad.jsonl") as quarantine:
        list(read_checked([path], set_aside=quarantine.put))
    assert [file.name for file in tmp_path.iterdir()] == ["a.jsonl"]
