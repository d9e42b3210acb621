"""What goes out in the form that came in: the text as given, nothing around it that can name."""

import json

import pytest

from pipeline.transcripts import Dialogue, Turn, read_checked
from pipeline.transcripts.formats import FORMS, by_name, detect
from pipeline.transcripts.options import DEFAULT_OPTIONS
from pipeline.transcripts.redacted import without_surroundings, write_redacted

SECRETS = ("Priya", "Ortiz", "Amina", "Diallo", "Amal", "Noor", "Nathalie", "Sylla", "591", "Lima",
           "20-4417", "John", "Smith", "Lincoln", "Mia", "mia@", "tablet",
           "asked to cut")  # fmt: skip


def masked(dialogue: Dialogue) -> Dialogue:
    """Stands in for the policy: every secret in the text replaced."""
    turns = []
    for turn in dialogue.turns:
        text = turn.text
        for secret in SECRETS:
            text = text.replace(secret, "[X]")
        turns.append(turn.model_copy(update={"text": text}))
    return dialogue.model_copy(update={"turns": tuple(turns)})


FILES = [
    "native.jsonl",
    "label_studio_paragraphs.json",
    "label_studio_text.json",
    "kaggle.json",
    "brat/lesson.txt",
    "lines.conll",
    "turns.csv",
    "zoom.vtt",
    "teams.vtt",
    "chat.txt",
]


@pytest.mark.parametrize("name", FILES)
def test_no_name_is_left_around_the_text(forms, tmp_path, name):
    path = forms / name
    form = detect(path)
    out = tmp_path / path.name
    dialogues = [masked(one) for one in read_checked([path])]
    assert write_redacted(dialogues, out, form.name) == len(dialogues) > 0
    written = "".join(file.read_text(encoding="utf-8") for file in tmp_path.iterdir())
    for secret in SECRETS:
        assert secret not in written
    assert list(tmp_path.iterdir()) == [out]
    assert detect(out, None if form.name != "brat" else "plain").read
    back = [record.dialogue for record in form.read(out, DEFAULT_OPTIONS)]
    assert [[t.text for t in one.turns] for one in back] == [
        [t.text for t in one.turns] for one in dialogues
    ]


def test_plain_text_keeps_its_layout(forms, tmp_path):
    out = tmp_path / "chat.txt"
    write_redacted(map(masked, read_checked([forms / "chat.txt"])), out, "plain")
    assert out.read_text(encoding="utf-8") == (
        "Session of 3 May\n\n"
        "[00:00:05] SPEAKER_1: Hi [X]!\nWhat is 3:4 as a fraction?\nStep 1: write it down.\n\n"
        "[00:00:09] Student: 3/4\nsee https://example.org\nSPEAKER_1: Well done\n"
    )


def test_captions_keep_timings_and_styles(forms, tmp_path):
    out = tmp_path / "zoom.vtt"
    write_redacted(map(masked, read_checked([forms / "zoom.vtt"])), out, "webvtt")
    assert out.read_text(encoding="utf-8") == (
        "WEBVTT\n\n1\n00:00:01.000 --> 00:00:03.500\nSPEAKER_1: Hi everyone &amp; welcome\n\n"
        "2\n00:00:04.000 --> 00:00:06.000 align:start position:0%\nRemember: 3 &lt; 4\n\n"
        "3\n00:00:07.000 --> 00:00:09.000\nSPEAKER_1: your turn\n"
    )


def test_a_table_keeps_timings_and_drops_columns_it_does_not_know(forms, tmp_path):
    path, out = forms / "turns.csv", tmp_path / "turns.csv"
    layout = by_name("csv").layout_of(path, DEFAULT_OPTIONS)
    write_redacted(map(masked, read_checked([path])), out, "csv", layout=layout)
    header, first, *_ = out.read_text(encoding="utf-8-sig").splitlines()
    assert header == "session_id,Speaker,Sentence,Start_Time"
    assert first == 's1,T,"Okay, ""[X]"", go on.",0:01'
    assert layout.left_out == 2


def test_a_task_keeps_its_id_and_keys_and_loses_its_annotations(forms, tmp_path):
    out = tmp_path / "tasks.json"
    name = "label_studio_paragraphs.json"
    write_redacted(map(masked, read_checked([forms / name])), out, "label-studio")
    first, _ = json.loads(out.read_text(encoding="utf-8"))
    assert first["id"] == 41
    assert set(first) == {"id", "data"}
    assert first["data"]["dialogue"][1] == {
        "author": "SPEAKER_1",
        "text": "Yes! 🎉 Euler is fun",
        "turn_id": 1,
        "speaker_role": "other",
        "start": 3.5,
    }


def test_speakers_are_numbered_the_same_throughout_a_dialogue():
    labels = ["Mia", "Tutor", "SPEAKER_1", "Bo", "mia", "Student M", "Student 2", None, "Ta", "TA"]
    turns = [
        Turn(turn_id=n, speaker_role="other", text="x", speaker=label)
        for n, label in enumerate(labels)
    ]
    redacted = without_surroundings(Dialogue(dialogue_id="d", turns=tuple(turns)))
    assert [turn.speaker for turn in redacted.turns] == [
        "SPEAKER_2", "Tutor", "SPEAKER_1", "SPEAKER_3", "SPEAKER_2", "SPEAKER_4", "Student 2",
        None, "SPEAKER_5", "TA",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("field", "value", "is_kept"),
    [
        ("start", 1.5, True),
        ("start", "00:01:02.500", True),
        ("timestamp", "2026-01-03T10:00:00Z", True),
        ("End_Time", "1:05", True),
        ("duration_ms", 70, True),
        ("start", "Mia said", False),
        ("start", ["Mia"], False),
        ("start", {"by": "Mia"}, False),
        ("phone", "(555) 010-1234", False),
        ("student_id", 20417, False),
        ("timekeeper", "12:00", False),
        ("note", "x", False),
        ("style", "Mia", False),
        ("settings", "align:Mia", False),
        ("data_key", "mia wu", False),
        ("before", "Mia ", False),
        ("before", "[00:01] ", True),
        ("cue_id", "Mia-1", False),
        ("cue_id", "17", True),
    ],
)
def test_of_other_fields_only_timings_and_places_stay(field, value, is_kept):
    turn = Turn(turn_id=0, speaker_role="student", text="x", extra={field: value})
    redacted = without_surroundings(Dialogue(dialogue_id="d", turns=(turn,), extra={field: value}))
    assert (field in redacted.turns[0].extra) is is_kept
    assert (field in redacted.extra) is is_kept


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_gold_spans_do_not_go_out(form, dialogue, tmp_path):
    out = tmp_path / f"out{form.suffix}"
    write_redacted([dialogue], out, form.name)
    [record] = by_name(form.name).read(out, DEFAULT_OPTIONS)
    assert record.dialogue.spans is None
    assert [path.name for path in tmp_path.iterdir()] == [out.name]
