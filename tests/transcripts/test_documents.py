"""A plain document is cut into turns without losing a character of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.transcripts import Dialogue, SpeakerRole
from pipeline.transcripts.formats import by_name
from pipeline.transcripts.formats.documents import join_document, split_document, turns_of
from pipeline.transcripts.labels import is_generic, role_of
from pipeline.transcripts.options import DEFAULT_OPTIONS, ReadOptions

WORDS = ("Tutor: ", "Mia Wu:", "student 2 : ", "[00:12] ", "x = 3:4", "\n", "\r\n", "\n\n", " ",
         "\t", "😀", "Step 1: ", "https://a.org", "\ufeff", "É: ", "hi",
         "Dr. O’Neil [1:02]: ")  # fmt: skip


@given(st.lists(st.sampled_from(WORDS), max_size=14).map("".join))
def test_the_document_can_be_put_together_again(document):
    pieces = split_document(document)
    turns = turns_of(document, pieces, DEFAULT_OPTIONS)
    joined, starts = join_document(Dialogue(dialogue_id="d", turns=tuple(turns)))
    assert not pieces or joined == document
    assert pieces or not document.strip("\ufeff \t\r\n")
    assert starts == [piece.start for piece in pieces]


@pytest.mark.parametrize(
    ("line", "speaker"),
    [
        ("Tutor: hi", "Tutor"),
        ("tutor:hi", "tutor"),
        ("STUDENT 2: hi", "STUDENT 2"),
        ("Mia: hi", "Mia"),
        ("Mia van der Berg: hi", "Mia van der Berg"),
        ("J. R. O’Neil-Smith: hi", "J. R. O’Neil-Smith"),
        ("[00:01:02] Mia: hi", "Mia"),
        ("00:01 - Mia: hi", "Mia"),
        ("Mia (00:01): hi", "Mia"),
        ("李小龙: hi", "李小龙"),
        ("Step 1: divide", None),
        ("Answer: 5", None),
        ("Ratio 3: 4", None),
        ("so we get: 5", None),
        ("https://example.org", None),
        ("At 3:15 we stop", None),
        ("3:4 = 6:8", None),
        ("x: 5", None),
        ("The length of a side of this: 5", None),
    ],
)
def test_what_names_a_speaker(line, speaker):
    pieces = split_document(f"Tutor: hello\n{line}\n")
    assert (pieces[-1].speaker if len(pieces) == 2 else None) == speaker


@pytest.mark.parametrize(
    ("label", "role", "generic"),
    [
        ("Student", "student", True),
        ("STUDENT  3", "student", True),
        ("student_A", "student", False),
        ("T", "tutor", True),
        ("Teacher", "tutor", True),
        ("Stu", "student", True),
        ("Speaker 1", "other", True),
        ("Ta", "tutor", False),
        ("Priya", "other", False),
        ("Ms. Ortiz", "other", False),
        ("", "other", False),
    ],
)
def test_labels_and_roles(label, role, generic):
    assert role_of(label, DEFAULT_OPTIONS) == role
    assert is_generic(label) is generic


def test_an_option_gives_a_name_its_role():
    options = ReadOptions(roles={"ms.  ortiz": SpeakerRole.TUTOR})
    assert role_of("Ms. Ortiz", options) is SpeakerRole.TUTOR


@pytest.mark.timeout(5)
@pytest.mark.parametrize(
    "unit", ["_", " ", "<a", "Mia ", "1:", "[00:01", "(", "A: ", "\n", "a.", "<v "]
)
@pytest.mark.parametrize("name", ["plain", "webvtt", "csv"])
def test_hostile_text_is_read_in_linear_time(write_file, unit, name):
    hostile = unit * (200_000 // len(unit)) + "!"
    head = {"plain": "", "webvtt": "WEBVTT\n\n00:01.000 --> 00:02.000\n", "csv": "speaker,text\n"}
    line = f'"{hostile}","{hostile}"\n' if name == "csv" else hostile
    [record] = by_name(name).read(write_file("a", head[name] + line), DEFAULT_OPTIONS)
    assert record.line > 0
