"""What is written in a form reads as it was; what a form cannot hold is refused, not changed."""

import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pipeline.transcripts import Dialogue, KeepSpan, Span, SpanType, SpeakerRole, Turn
from pipeline.transcripts.formats import FORMS, by_name
from pipeline.transcripts.options import DEFAULT_OPTIONS
from pipeline.transcripts.problem import TranscriptError
from pipeline.transcripts.reading import files_of, with_trimmed_spans

ALPHABET = "aé 1.,:<&>\"'-_[]|/#\n\r\t|﷽😀👩‍👩‍👧𝔸ß漢\u00a0\u2028\u200b/TtX"
TEXTS = st.text(ALPHABET, min_size=1, max_size=24).filter(str.strip)
HOLDING = [form.name for form in FORMS if form.holds_spans]
OTHERS = [form.name for form in FORMS if not form.holds_spans]


@st.composite
def dialogues(draw) -> Dialogue:
    texts = draw(st.lists(TEXTS, min_size=1, max_size=4))
    ids = draw(st.lists(st.integers(0, 99), min_size=4, max_size=4, unique=True))
    turns = [
        Turn(
            turn_id=turn_id,
            speaker_role=draw(st.sampled_from(SpeakerRole)),
            text=text,
            speaker=draw(st.sampled_from([None, "Mia Wu", "Student 2", "Dr. O’Neil"])),
        )
        for text, turn_id in zip(texts, ids, strict=False)
    ]
    spans = [span for turn in turns for span in draw(spans_of(turn))]
    return with_trimmed_spans(
        Dialogue(dialogue_id="dialogue 1", platform="B", turns=tuple(turns), spans=tuple(spans))
    )


@st.composite
def spans_of(draw, turn: Turn) -> list[Span]:
    """Disjoint spans that cover more than white space."""
    edges = sorted(draw(st.sets(st.integers(0, len(turn.text)), max_size=6)))
    pairs = list(zip(edges[::2], edges[1::2], strict=False))
    return [
        Span(turn_id=turn.turn_id, start=start, end=end, type=draw(st.sampled_from(SpanType)))
        for start, end in pairs
        if turn.text[start:end].strip()
    ]


def there_and_back(form, dialogue: Dialogue) -> Dialogue:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / ("out" if form.is_single else f"out{form.suffix}")
        form.write([dialogue], path, DEFAULT_OPTIONS)
        [file] = files_of([path])
        [record] = form.read(file, DEFAULT_OPTIONS)
    assert record.is_good, record.problems
    return record.dialogue


def by_turn_number(dialogue: Dialogue, *, bare: bool = False):
    """Spans with the number of their turn; `bare` counts from the first visible character."""
    numbers = {turn.turn_id: number for number, turn in enumerate(dialogue.turns)}
    found = set()
    for span in dialogue.spans or ():
        text = dialogue.text_of(span.turn_id)
        shift = len(text) - len(text.lstrip()) if bare else 0
        found.add((numbers[span.turn_id], span.start - shift, span.end - shift, span.type))
    return found


@pytest.mark.parametrize("name", [name for name in HOLDING if name != "brat"])
@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
@given(dialogue=dialogues())
def test_forms_that_hold_spans_give_everything_back(name, dialogue):
    back = there_and_back(by_name(name), dialogue)
    assert [t.text for t in back.turns] == [t.text for t in dialogue.turns]
    assert [t.turn_id for t in back.turns] == [t.turn_id for t in dialogue.turns]
    assert [t.speaker_role for t in back.turns] == [t.speaker_role for t in dialogue.turns]
    assert [t.speaker for t in back.turns] == [t.speaker for t in dialogue.turns]
    assert by_turn_number(back) == by_turn_number(dialogue)
    assert (back.dialogue_id, back.platform) == (dialogue.dialogue_id, dialogue.platform)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(dialogue=dialogues())
def test_brat_gives_texts_and_spans_back_or_refuses(dialogue):
    try:
        back = there_and_back(by_name("brat"), dialogue)
    except TranscriptError:
        return
    assert [t.text for t in back.turns] == [t.text.strip() for t in dialogue.turns]
    assert by_turn_number(back) == by_turn_number(dialogue, bare=True)


@pytest.mark.parametrize("name", OTHERS)
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(dialogue=dialogues())
def test_other_forms_give_texts_back_or_refuse(name, dialogue):
    try:
        back = there_and_back(by_name(name), dialogue)
    except TranscriptError:
        return
    texts = [t.text.strip() if name == "plain" else t.text for t in dialogue.turns]
    assert [t.text for t in back.turns] == texts


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_an_ordinary_dialogue_is_refused_by_no_form(form, dialogue):
    back = there_and_back(form, dialogue)
    assert [t.text for t in back.turns] == [t.text for t in dialogue.turns]
    if form.holds_spans:
        assert by_turn_number(back) == by_turn_number(dialogue)


@pytest.mark.parametrize("name", ["jsonl", "label-studio", "brat"])
def test_keep_spans_survive(name, dialogue):
    keep = KeepSpan(turn_id=4, start=0, end=3, why="word" if name != "brat" else "")
    back = there_and_back(by_name(name), dialogue.model_copy(update={"keep_spans": (keep,)}))
    assert [(k.start, k.end, k.why) for k in back.keep_spans] == [(0, 3, keep.why)]


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_what_nobody_annotated_does_not_come_back_as_free_of_pii(form, dialogue):
    back = there_and_back(form, dialogue.model_copy(update={"spans": None}))
    assert back.spans is None


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_files_are_private(form, dialogue, tmp_path):
    path = tmp_path / f"out{form.suffix}"
    assert form.write([dialogue], path, DEFAULT_OPTIONS) == 1
    assert [file.stat().st_mode & 0o077 for file in tmp_path.iterdir()] == [
        0 for _ in tmp_path.iterdir()
    ]


@pytest.mark.parametrize(
    "form", [form for form in FORMS if form.is_single], ids=lambda form: form.name
)
def test_several_dialogues_need_a_folder(form, dialogue, tmp_path):
    second = dialogue.model_copy(update={"dialogue_id": "d/2"})
    with pytest.raises(TranscriptError, match="holds one dialogue"):
        form.write([dialogue, second], tmp_path / f"out{form.suffix}", DEFAULT_OPTIONS)
    assert form.write([dialogue, second], tmp_path / "out", DEFAULT_OPTIONS) == 2
    assert {path.stem for path in (tmp_path / "out").iterdir()} == {"d-1", "d_2"}


@pytest.mark.parametrize("is_there", [False, True], ids=["new folder", "folder with a file"])
@pytest.mark.parametrize(
    "form", [form for form in FORMS if form.is_single], ids=lambda form: form.name
)
def test_a_dialogue_that_cannot_be_held_leaves_no_file_of_the_others(
    form, dialogue, tmp_path, is_there
):
    out = tmp_path / "out"
    if is_there:
        out.mkdir()
        (out / f"d-1{form.suffix}").write_text("as before")
    turn = Turn(turn_id=0, speaker_role="student", text="a\n\nMia: b")
    unheld = Dialogue(dialogue_id="d-2", turns=(turn,), spans=())
    with pytest.raises(TranscriptError, match="d-2"):
        form.write([dialogue, unheld], out, DEFAULT_OPTIONS)
    left = [path.read_text() for path in tmp_path.rglob("*") if path.is_file()]
    assert left == ["as before"] * is_there
    assert out.exists() is is_there


@pytest.mark.parametrize(
    "form", [form for form in FORMS if form.is_single], ids=lambda form: form.name
)
def test_a_file_where_the_folder_should_be_is_told(form, dialogue, tmp_path):
    (tmp_path / "out").write_text("as before")
    with pytest.raises(TranscriptError, match="is a file"):
        form.write([dialogue], tmp_path / "out", DEFAULT_OPTIONS)
    assert (tmp_path / "out").read_text() == "as before"
