"""In every dialogue of the challenge set a real name is also something else, and both occur."""

from collections import Counter

from pipeline.transcripts import Dialogue, SpanType
from pipeline.transcripts.synthetic.cast import Collision
from pipeline.transcripts.synthetic.words import load


def names(dialogue: Dialogue) -> set[str]:
    return {
        dialogue.text_of(span.turn_id)[span.start : span.end].casefold()
        for span in dialogue.spans or ()
        if span.type is SpanType.NAME
    }


def kept(dialogue: Dialogue, why: str) -> set[str]:
    return {
        dialogue.text_of(keep.turn_id)[keep.start : keep.end].casefold()
        for keep in dialogue.keep_spans
        if keep.why == why
    }


WHY = {
    Collision.WORD_PROBLEM: "word_problem",
    Collision.THIRD_PARTY: "word_problem",
    Collision.CONCEPT: "concept",
    Collision.WORD: "other",
}


def test_the_colliding_name_is_both_redacted_and_kept(challenge: list[Dialogue]) -> None:
    for dialogue in challenge:
        why = WHY[Collision(dialogue.extra["challenge_type"])]
        assert names(dialogue) & kept(dialogue, why), dialogue.dialogue_id


def test_word_collisions_are_with_ordinary_words(challenge: list[Dialogue]) -> None:
    words = {word.casefold() for word in load("namesakes")["words"]}
    for dialogue in challenge:
        if dialogue.extra["challenge_type"] == "word":
            assert names(dialogue) & kept(dialogue, "other") & words


def test_every_kind_of_collision_is_as_frequent_on_each_platform(
    challenge: list[Dialogue],
) -> None:
    counts = Counter((d.platform, d.extra["challenge_type"]) for d in challenge)
    assert set(counts.values()) == {len(challenge) // 8}
    assert len(counts) == 8


def test_lengths_are_as_on_the_canonical_set(challenge: list[Dialogue]) -> None:
    for platform, shortest, longest in (("A", 8, 16), ("B", 40, 80)):
        lengths = [len(d.turns) for d in challenge if d.platform == platform]
        assert shortest <= min(lengths) <= max(lengths) <= longest


def test_the_canonical_set_has_no_challenge_type(canonical: list[Dialogue]) -> None:
    assert not any(dialogue.extra for dialogue in canonical)
