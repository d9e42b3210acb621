"""Candidates are marked where they stand, and their markers are found again."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.encoders.card import BaseModelCard
from pipeline.encoders.hash_cnn import HashCnnBackbone
from pipeline.encoders.stream import MARK, token_streams
from pipeline.proposer.candidate import Candidate
from pipeline.reviewer.marking import mark
from pipeline.transcripts import Dialogue, SpanType, SpeakerRole, Turn

BACKBONE = HashCnnBackbone(
    BaseModelCard(name="small", architecture="hash-cnn", source="scratch", licence="none")
)
WORDS = ("ann", "bob", "3", "x", "zoë")


def _dialogue(turns):
    return Dialogue(
        dialogue_id="d",
        turns=tuple(
            Turn(turn_id=10 * n, speaker_role=SpeakerRole.TUTOR, text=" ".join(words))
            for n, words in enumerate(turns)
        ),
    )


def _candidates(dialogue, chosen):
    found = []
    for turn in dialogue.turns:
        place = 0
        for word in turn.text.split():
            start = turn.text.index(word, place)
            place = start + len(word)
            if len(found) < len(chosen) and chosen[len(found)]:
                found.append(Candidate(turn.turn_id, start, place, SpanType.NAME))
            elif chosen:
                chosen = chosen[: len(found)] + chosen[len(found) + 1 :]
    return found


@settings(deadline=None)
@given(
    turns=st.lists(st.lists(st.sampled_from(WORDS), max_size=6), min_size=1, max_size=4),
    chosen=st.lists(st.booleans(), max_size=12),
)
def test_each_candidate_stands_between_its_markers(turns, chosen):
    dialogue = _dialogue(turns)
    candidates = _candidates(dialogue, chosen)
    stream = token_streams([dialogue], BACKBONE)[0]
    marked = mark(dialogue, stream, candidates, BACKBONE)

    opening, closing = BACKBONE.marker("<cand>"), BACKBONE.marker("</cand>")
    assert len(marked.stream) == len(stream) + 2 * len(candidates)
    for place, candidate in zip(marked.opens, candidates, strict=True):
        assert (marked.stream.rows[place] == opening).all()
        assert (marked.stream.rows[place + 2] == closing).all()
        assert marked.stream.start[place] == MARK
        assert marked.stream.start[place + 1] == candidate.start
        assert dialogue.turns[marked.stream.turn[place]].turn_id == candidate.turn_id


def test_what_the_encoder_cannot_see_has_no_marker():
    turn = Turn(turn_id=1, speaker_role=SpeakerRole.OTHER, text="a \t b")
    dialogue = Dialogue(dialogue_id="d", turns=(turn,))
    stream = token_streams([dialogue], BACKBONE)[0]
    marked = mark(dialogue, stream, [Candidate(1, 1, 4, SpanType.NAME)], BACKBONE)

    assert marked.opens.tolist() == [-1]
    assert np.array_equal(marked.stream.rows, stream.rows)
