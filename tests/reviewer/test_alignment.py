"""Labels come from overlap with gold, mechanically, and move along with renamed text."""

from pipeline.encoders.renaming import replace_words
from pipeline.proposer.candidate import Candidate
from pipeline.reviewer.alignment import carry, redact_labels, unload, with_what_was_missed
from pipeline.transcripts import Dialogue, KeepSpan, Span, SpanType, SpeakerRole, Turn

NAME = SpanType.NAME
TEXT = "Maria Lopez and Tom eat 3 pies"
DIALOGUE = Dialogue(
    dialogue_id="d",
    turns=(Turn(turn_id=1, speaker_role=SpeakerRole.TUTOR, text=TEXT),),
    spans=(
        Span(turn_id=1, start=0, end=11, type=NAME),
        Span(turn_id=1, start=16, end=19, type=NAME),
    ),
)
FIRST = Candidate(1, 0, 5, NAME, 0.9, ("encoder:a",))
PIES = Candidate(1, 26, 30, NAME, 0.2, ("encoder:a",))
RULE = Candidate(1, 24, 25, SpanType.AGE, 1.0, ("rule:age",))


def test_overlap_is_redact_and_nothing_else_is():
    assert redact_labels(DIALOGUE, [FIRST, PIES, Candidate(2, 0, 5, NAME)]) == [True, False, False]


def test_missed_gold_is_taught_and_rules_are_not():
    assert with_what_was_missed(DIALOGUE, [PIES, RULE, FIRST]) == [
        FIRST,
        Candidate(1, 16, 19, NAME),
        PIES,
    ]


def test_curricular_names_nobody_proposed_are_taught_as_keep():
    untouched = KeepSpan(turn_id=1, start=20, end=23, why="word_problem")
    inside_gold = KeepSpan(turn_id=1, start=6, end=11, why="word_problem")
    dialogue = DIALOGUE.model_copy(update={"keep_spans": (untouched, inside_gold)})
    found = with_what_was_missed(dialogue, [FIRST])

    pairs = dict(zip(found, redact_labels(dialogue, found), strict=True))
    assert pairs == {
        FIRST: True,
        Candidate(1, 6, 11, NAME): True,
        Candidate(1, 16, 19, NAME): True,
        Candidate(1, 20, 23, NAME): False,
    }


def test_candidates_move_along_when_names_change():
    moved = replace_words(carry(DIALOGUE, [FIRST, PIES]), {"maria": "bo", "tom": "alexandra"})
    text = moved.text_of(1)

    found = unload(moved, [FIRST, PIES])
    assert [text[c.start : c.end] for c in found] == ["Bo", "pies"]
    assert [(c.score, c.sources) for c in found] == [(0.9, ("encoder:a",)), (0.2, ("encoder:a",))]
