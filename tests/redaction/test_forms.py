"""Every form goes out as it came in: redacted, without gold, readable by its own reader."""

import json
import shutil
from pathlib import Path

import pytest

from pipeline.errors import UserError
from pipeline.redaction.inbox import redact_folder
from pipeline.redaction.run import redact_file
from pipeline.transcripts.formats import FORMS, detect
from pipeline.transcripts.options import DEFAULT_OPTIONS
from pipeline.transcripts.reading import read_any

PEOPLE = ("Zuleika", "Thorvald", "t@mail.org", "Ottoline")
EXPECTED = ["hi [NAME], x = 5", "ask [NAME] about Euler: [EMAIL]"]


EXAMPLES = Path(__file__).parents[1] / "transcripts" / "forms"


@pytest.fixture(params=FORMS, ids=lambda form: form.name)
def form(request):
    return request.param


def test_a_file_of_each_form(tmp_path, form, cascade, make_dialogue):
    path, out = tmp_path / f"in{form.suffix}", tmp_path / f"out{form.suffix}"
    form.write([make_dialogue("in", speaker="Ottoline")], path, DEFAULT_OPTIONS)
    assert "Zuleika" in path.read_text()
    summary = redact_file(path, out, cascade, format=form.name)
    assert summary.written == 1
    assert [name for name in PEOPLE if name in out.read_text()] == []
    [dialogue] = read_any(out, form.name)
    assert [turn.text for turn in dialogue.turns if turn.text] == EXPECTED


@pytest.mark.parametrize(
    "name",
    [path.relative_to(EXAMPLES).as_posix() for path in sorted(EXAMPLES.rglob("[!.]*.*"))
     if path.suffix != ".ann"],
)  # fmt: skip
def test_a_file_as_its_tool_wrote_it_can_be_read_by_its_own_reader_again(tmp_path, cascade, name):
    path = tmp_path / "in" / Path(name).name
    shutil.copytree((EXAMPLES / name).parent, path.parent)
    form, out = detect(path), tmp_path / "out" / path.name
    summary = redact_file(path, out, cascade)
    assert (summary.exit_code, summary.written) == (0, summary.read)
    # Without annotations a pair is its text alone.
    assert detect(out).name == ("plain" if form.name == "brat" else form.name)
    before, after = (list(read_any(one, form.name)) for one in (path, out))
    assert [told(one) for one in after] == [told(one) for one in before]
    assert [one.spans for one in after] == [None] * len(before)


def told(dialogue):
    """What stays when nobody in a dialogue is known to the cascade."""
    return dialogue.dialogue_id, [(turn.turn_id, turn.text) for turn in dialogue.turns]


def test_an_output_of_one_dialogue_needs_the_name_of_its_form(tmp_path, cascade):
    path = tmp_path / "in.vtt"
    path.write_text("WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ottoline>hi Zuleika\n")
    with pytest.raises(UserError, match=r"named \*\.vtt"):
        redact_file(path, tmp_path / "out.txt", cascade)
    assert not (tmp_path / "out.txt").exists()


def test_a_pair_of_text_and_annotations_is_one_transcript(tmp_path, cascade):
    inbox, out = tmp_path / "inbox", tmp_path / "out"
    inbox.mkdir()
    (inbox / "one.txt").write_text("Tutor: hi Zuleika\nStudent: hello\n")
    (inbox / "one.ann").write_text("T1\tNAME 10 17\tZuleika\n")
    [result] = redact_folder(inbox, out, cascade)
    assert result.status == "redacted"
    assert (out / "one.txt").read_text() == "Tutor: hi [NAME]\nStudent: hello\n"
    assert not (out / "one.ann").exists()


def test_annotation_tasks_lose_their_annotations(tmp_path, cascade):
    region = {"start": "0", "end": "0", "startOffset": 3, "endOffset": 10, "text": "Zuleika"}
    result = {"type": "paragraphlabels", "value": region | {"paragraphlabels": ["NAME"]}}
    task = {
        "id": 7,
        "data": {"dialogue": [{"author": "Ottoline", "text": "hi Zuleika"}]},
        "annotations": [{"result": [result]}],
    }
    path, out = tmp_path / "in.json", tmp_path / "out.json"
    path.write_text(json.dumps([task]))
    redact_file(path, out, cascade)
    assert detect(out).name == "label-studio"
    assert [name for name in PEOPLE if name in out.read_text()] == []
    assert "[NAME]" in out.read_text()


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("lesson.TXT", "Tutor: hi Zuleika\nStudent: hi\n"),
        ("lesson.VTT", "WEBVTT\n\n00:00.000 --> 00:01.000\n<v Tutor>hi Zuleika\n"),
    ],
)
def test_capitals_in_the_end_of_a_name_make_no_difference(tmp_path, cascade, name, text):
    (tmp_path / "inbox").mkdir()
    (tmp_path / "inbox" / name).write_text(text)
    [result] = redact_folder(tmp_path / "inbox", tmp_path / "out", cascade)
    assert result.exit_code == 0, result.reason
    assert "hi [NAME]" in (tmp_path / "out" / name).read_text()
