"""Damage in the other forms: the record it is in is named by line and reason, others get in."""

import json

import pytest

from pipeline.transcripts import read_checked
from pipeline.transcripts.problem import Reason, TranscriptError

CSV = "dialogue_id,speaker_role,text\na,tutor,hi\nb,{role},{text}\nb,tutor,ok\nc,student,bye\n"
VTT = "WEBVTT\n\n00:01.000 --> 00:02.000\n<v Tutor>Zeb</v>\n\n{cue}\n"


def task(*regions, other=None, text="Hi Zeb!"):
    done = [{"result": list(regions)}] + ([{"result": other}] if other is not None else [])
    return {"id": 1, "annotations": done, "data": {"dialogue": [{"author": "T", "text": text}]}}


def region(start=3, end=6, label="NAME", first="0", **more):
    value = {"start": first, "end": first, "startOffset": start, "endOffset": end}
    return {"type": "paragraphlabels", "value": value | {"paragraphlabels": [label]} | more}


def essay(**changes):
    usual = {"document": 1, "full_text": "Hi Zeb", "tokens": ["Hi", "Zeb"]}
    return usual | {"trailing_whitespace": [True, False], "labels": ["O", "B-EMAIL"]} | changes


CASES = [
    ("a.csv", CSV.format(role="wizard", text="Zeb"), Reason.UNKNOWN_ROLE, 3, ["a", "c"]),
    ("a.csv", CSV.format(role="tutor", text="Zeb,extra"), Reason.MALFORMED, 3, ["a", "c"]),
    ("a.csv", CSV.format(role="tutor", text='"Zeb" x'), Reason.MALFORMED, 3, ["a", "c"]),
    ("a.csv", CSV.format(role="tutor", text='" '), Reason.MALFORMED, 3, ["a", "c"]),
    ("a.csv", CSV.format(role="tutor", text="Z\x00b"), Reason.CONTROL_CHARACTER, 3, ["a", "c"]),
    ("a.csv", CSV.format(role="tutor", text="Zeb") + "a,tutor,x\n", Reason.DUPLICATE_DIALOGUE, 6,
     ["a", "b", "c"]),
    ("a.csv", "turn_id,text\n1,Zeb\none,Mo\n", Reason.SCHEMA, 3, []),
    ("a.vtt", VTT.format(cue="00:02 --> 00:03\nMo"), Reason.MALFORMED, 6, []),
    ("a.vtt", VTT.format(cue="7"), Reason.MALFORMED, 6, []),
    ("a.conll", "Zeb B-NAME\n: O\n1 O\n+ O\n\n-DOCSTART- O\n\nMo\n", Reason.MALFORMED, 8, ["a-0"]),
    ("a.conll", "Zeb B-WIZARD\n\n-DOCSTART- O\nMo O\n", Reason.UNKNOWN_TYPE, 1, ["a-1"]),
    ("a.conll", '# text = "Zeb, hi"\nZeb B-NAME\nhi O\n', Reason.TOKENS_DIFFER, 3, []),
    ("a.json", json.dumps([essay(), essay(document=2, labels=["O"])]), Reason.SCHEMA, 1, ["1"]),
    ("a.json", json.dumps([essay(full_text="Hi Mo")]), Reason.TOKENS_DIFFER, 1, []),
    ("a.json", json.dumps([essay(labels=["O", "Zeb"])]), Reason.UNKNOWN_TYPE, 1, []),
    ("a.json", json.dumps([essay(labels=["O", "B-ZEB"])]), Reason.UNKNOWN_TYPE, 1, []),
    ("a.json", json.dumps([task(region(first="4"))]), Reason.SPAN_WITHOUT_TURN, 1, []),
    ("a.json", json.dumps([task(region(end=60))]), Reason.SPAN_OUT_OF_RANGE, 1, []),
    ("a.json", json.dumps([task(region(text="Mo"))]), Reason.SPAN_TEXT_DIFFERS, 1, []),
    ("a.json", json.dumps([task(region(label="ZEB"))]), Reason.UNKNOWN_TYPE, 1, []),
    ("a.json", json.dumps([task(region(), other=[])]), Reason.ANNOTATIONS_DIFFER, 1, []),
    ("a.json", json.dumps([task(region(), region(start=4))]), Reason.SPANS_OVERLAP, 1, []),
    ("a.json", json.dumps([{"id": 1, "data": {"score": 3}}]), Reason.SCHEMA, 1, []),
    ("a.txt", b"Tutor: hi\nStudent: Z\xe9b\n", Reason.NOT_UTF8, 2, []),
]  # fmt: skip


@pytest.mark.parametrize(("name", "content", "reason", "line", "accepted"), CASES)
def test_damage_is_named_and_the_rest_gets_in(write_file, name, content, reason, line, accepted):
    reading = read_checked([write_file(name, content)])
    assert [one.dialogue_id for one in reading] == accepted
    errors = [found for found in reading.findings if found.problem.is_error]
    assert (errors[0].line, errors[0].problem.reason) == (line, reason)
    assert not any("zeb" in found.problem.sentence.casefold() for found in errors)


BRAT = [
    ("T1\tNAME 7 10\tMo\n", Reason.SPAN_TEXT_DIFFERS),
    ("T1\tNAME 7 99\tZeb\n", Reason.SPAN_OUT_OF_RANGE),
    ("T1\tNAME 10 7\tZeb\n", Reason.SPAN_OUT_OF_RANGE),
    ("T1\tWIZARD 7 10\tZeb\n", Reason.UNKNOWN_TYPE),
    ("T1 NAME 7 10 Zeb\n", Reason.MALFORMED),
]


@pytest.mark.parametrize(("annotation", "reason"), BRAT)
def test_damage_in_brat_names_the_line_of_the_annotations(write_file, annotation, reason):
    path = write_file("a.txt", "Tutor: Zeb hi\n")
    write_file("a.ann", "#1\tAnnotatorNotes T1\tnote\n" + annotation)
    reading = read_checked([path])
    assert list(reading) == []
    [found] = reading.findings
    assert (found.line, found.problem.reason) == (2, reason)
    assert "zeb" not in found.problem.sentence.casefold()


def test_annotators_who_agree_and_a_marked_truth_are_believed(write_file):
    agreeing = task(region(), other=[region()])
    truth = task(region(), other=[]) | {"id": 2}
    truth["annotations"][1]["ground_truth"] = True
    cancelled = task(region()) | {"id": 3}
    cancelled["annotations"][0]["was_cancelled"] = True
    read = list(read_checked([write_file("a.json", json.dumps([agreeing, truth, cancelled]))]))
    assert [one.spans and len(one.spans) for one in read] == [1, (), None]


def test_a_region_over_several_turns_names_what_is_in_each(write_file):
    value = region(start=3, end=2) | {}
    value["value"]["end"] = "1"
    both = task(value)
    both["data"]["dialogue"].append({"author": "S", "text": "Mo here"})
    [read] = list(read_checked([write_file("a.json", json.dumps([both]))]))
    assert [(s.turn_id, s.start, s.end) for s in read.spans] == [(0, 3, 7), (1, 0, 2)]


def test_csv_without_text_and_with_a_wrong_column_option(write_file):
    path = write_file("a.csv", "who,what\nTutor,hi\n")
    with pytest.raises(TranscriptError, match="name it as `text`"):
        list(read_checked([path], "csv"))
