"""Every form is recognised by its content and read as its tool meant it."""

import pytest

from pipeline.transcripts import SpanType, read_checked
from pipeline.transcripts.formats import FORMS, NAMES, detect
from pipeline.transcripts.problem import Reason, TranscriptError


def read_all(path, **more):
    reading = read_checked([path], **more)
    return list(reading), reading


def covered(dialogue):
    return [(dialogue.text_of(s.turn_id)[s.start : s.end], s.type.value) for s in dialogue.spans]


def lines(dialogue):
    return [(t.speaker, t.speaker_role.value, t.text) for t in dialogue.turns]


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("native.jsonl", "jsonl"),
        ("label_studio_paragraphs.json", "label-studio"),
        ("label_studio_text.json", "label-studio"),
        ("kaggle.json", "kaggle"),
        ("brat/lesson.txt", "brat"),
        ("brat/lesson.ann", "brat"),
        ("lines.conll", "conll"),
        ("turns.csv", "csv"),
        ("zoom.vtt", "webvtt"),
        ("teams.vtt", "webvtt"),
        ("chat.txt", "plain"),
    ],
)
def test_the_content_tells_the_form(forms, tmp_path, name, form):
    assert detect(forms / name).name == form
    if form != "brat":
        renamed = tmp_path / "unnamed"
        renamed.write_bytes((forms / name).read_bytes())
        assert detect(renamed).name == form


def test_every_form_has_a_file_here(forms):
    files = [path for path in forms.rglob("*.*") if not path.name.startswith(".")]
    assert {detect(path).name for path in files} == set(NAMES) == {form.name for form in FORMS}


def test_native(forms):
    [first, second], _ = read_all(forms / "native.jsonl")
    assert covered(first) == [("Priya", "NAME")]
    assert first.extra == {"challenge_type": "word"}
    assert first.turns[1].extra == {"start": 2.5}
    assert (second.spans, second.platform, second.turns[0].turn_id) == (None, "unknown", 7)


def test_label_studio_paragraphs_count_utf16(forms):
    [first, second], _ = read_all(forms / "label_studio_paragraphs.json")
    assert covered(first) == [("Priya", "NAME")]
    [keep] = first.keep_spans
    assert first.text_of(keep.turn_id)[keep.start : keep.end] == "Euler"
    assert lines(first) == [
        ("Tutor", "tutor", "Hi 😀 Priya, ready?"),
        ("Priya N.", "other", "Yes! 🎉 Euler is fun"),
    ]
    assert (first.dialogue_id, second.spans) == ("41", None)


def test_label_studio_text_counts_what_its_spans_witness(forms, write_file):
    text = (forms / "label_studio_text.json").read_text(encoding="utf-8")
    [in_code_points], _ = read_all(forms / "label_studio_text.json")
    for theirs, ours in (
        ('"start": 12, "end": 16', '"start": 13, "end": 17'),
        ('"start": 34, "end": 38', '"start": 36, "end": 40'),
    ):
        assert theirs in text
        text = text.replace(theirs, ours)
    [in_utf16], _ = read_all(write_file("utf16.json", text))
    assert covered(in_code_points) == covered(in_utf16) == [("Amal", "NAME"), ("Noor", "NAME")]
    assert [turn.speaker for turn in in_utf16.turns] == ["Tutor", "Student"]


def test_kaggle(forms):
    [essay, number, unlabelled], _ = read_all(forms / "kaggle.json")
    assert covered(essay) == [
        ("Nathalie Sylla", "NAME"),
        ("591 Smith St. Apt 6\nLima", "ADDRESS"),
    ]
    assert covered(number) == [("20-4417", "IDENTIFYING_NUMBER")]
    assert unlabelled.spans is None
    assert [one.dialogue_id for one in (essay, number, unlabelled)] == ["7", "10", "11"]


@pytest.mark.parametrize("name", ["brat/lesson.txt", "brat/lesson.ann", "brat"])
def test_brat(forms, name):
    [lesson], reading = read_all(forms / name)
    assert covered(lesson) == [("Priya", "NAME"), ("Ortiz", "NAME")]
    assert lines(lesson) == [
        ("Ms. Ortiz", "other", "Hi 😀 Priya,\r\nyou said 1:2?"),
        ("Priya", "other", "yes, Ms. Ortiz"),
    ]
    [keep] = lesson.keep_spans
    assert lesson.text_of(0)[keep.start : keep.end] == "you said"
    [finding] = reading.findings
    assert finding.problem.reason is Reason.SPAN_ON_SPEAKER


@pytest.mark.parametrize("mark_counted", [0, 1])
def test_brat_with_a_byte_order_mark(write_file, mark_counted):
    write_file("a.ann", f"T1\tNAME {9 + mark_counted} {12 + mark_counted}\tMia\n")
    [read], _ = read_all(write_file("a.txt", "\ufeffT: Hello Mia\n"))
    assert covered(read) == [("Mia", "NAME")]


def test_conll_with_four_columns(forms):
    [first, second], _ = read_all(forms / "lines.conll")
    assert covered(first) == [("John Smith", "NAME"), ("Lincoln", "SCHOOL")]
    assert [turn.text for turn in first.turns] == ["Hello John Smith !", "My school : Lincoln"]
    assert (second.turns[0].text, second.spans) == ("2 + 2", ())


def test_csv_of_a_spreadsheet(forms):
    [first, second], _ = read_all(forms / "turns.csv")
    assert lines(first) == [
        ("T", "tutor", 'Okay, "Mia", go on.'),
        ("Mia", "other", "three\r\nfourths"),
    ]
    assert first.turns[0].extra["columns"]["Start_Time"] == "0:01"
    assert lines(second) == [("Student 2", "student", "x = 4")]


def test_webvtt_of_zoom(forms):
    [meeting], _ = read_all(forms / "zoom.vtt")
    assert lines(meeting) == [
        ("Amina Diallo", "other", "Hi everyone & welcome"),
        (None, "other", "Remember: 3 < 4"),
        ("Amina Diallo", "other", "your turn"),
    ]


def test_webvtt_of_teams(forms):
    [meeting], _ = read_all(forms / "teams.vtt")
    assert lines(meeting) == [
        ("Amina Diallo", "other", "Hi everyone"),
        ("Student", "student", "hello"),
        ("Tutor", "tutor", "2 + 2"),
    ]
    assert meeting.turns[2].extra["start"] == "00:05.000"


def test_plain(forms):
    [chat], _ = read_all(forms / "chat.txt")
    assert lines(chat) == [
        (None, "other", "Session of 3 May"),
        ("Ms. Ortiz", "other", "Hi Priya!\nWhat is 3:4 as a fraction?\nStep 1: write it down."),
        ("Student", "student", "3/4\nsee https://example.org"),
        ("Ms. Ortiz", "other", "Well done"),
    ]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "empty"),
        (b" \n\n", "empty"),
        ("Tutor: hi".encode("utf-16"), "UTF-16"),
        (b"\x00\x01" * 20, "binary"),
        (b"no structure here at all", "cannot be told"),
    ],
)
def test_a_file_that_cannot_be_read_says_why(write_file, content, said):
    path = write_file("odd", content)
    with pytest.raises(TranscriptError, match=said) as caught:
        detect(path)
    assert str(path) in str(caught.value)


def test_a_missing_file_and_an_unknown_form(tmp_path, forms):
    with pytest.raises(TranscriptError, match="No such file"):
        detect(tmp_path / "none.jsonl")
    with pytest.raises(TranscriptError, match="the forms are brat, conll"):
        detect(forms / "chat.txt", "docx")


def test_a_named_form_overrides_the_content(write_file):
    path = write_file("odd.txt", "text,speaker\nhello,Tutor\n")
    assert detect(path).name == "csv"
    [read], _ = read_all(path, form="plain")
    assert read.turns[0].text == "text,speaker\nhello,Tutor"


def test_every_span_type_is_a_label(write_file):
    rows = "".join(f"w B-{kind}\n" for kind in SpanType)
    [read], _ = read_all(write_file("all.conll", rows))
    assert [span.type for span in read.spans] == list(SpanType)


@pytest.mark.parametrize("name", ["native.jsonl", "turns.csv", "chat.txt", "kaggle.json"])
def test_byte_order_mark_and_crlf_are_no_matter(forms, write_file, name):
    text = (forms / name).read_bytes().decode("utf-8-sig").replace("\r\n", "\n")
    plain, _ = read_all(write_file(f"a_{name}", text))
    marked, _ = read_all(write_file(f"b_{name}", "\ufeff" + text.replace("\n", "\r\n")))
    assert len(plain) == len(marked) > 0
    for one, other in zip(plain, marked, strict=True):
        assert [t.text for t in one.turns] == [t.text.replace("\r\n", "\n") for t in other.turns]
        assert one.spans == other.spans
