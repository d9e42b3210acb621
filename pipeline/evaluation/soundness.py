"""What must hold before anything is counted: spans inside their turns, decisions disjoint."""

from collections.abc import Iterable
from itertools import pairwise

from pipeline.evaluation.outcomes import Located, by_turn, gold_of
from pipeline.reviewer.decision import Decision
from pipeline.transcripts import Dialogue


def check_gold(dialogue: Dialogue) -> None:
    """ValueError where a dialogue has no annotation, one out of its text, or a turn id twice."""
    if dialogue.spans is None:
        raise ValueError("has no annotation (an empty list says that there is no PII)")
    if len({turn.turn_id for turn in dialogue.turns}) != len(dialogue.turns):
        raise ValueError("two turns have the same id")
    _check_places(dialogue, gold_of(dialogue), "span")
    _check_places(dialogue, dialogue.keep_spans, "keep span")


def check_decisions(dialogue: Dialogue, decisions: Iterable[Decision]) -> None:
    """ValueError where decisions leave the text, overlap, or have no probability in 0..1."""
    decided = list(decisions)
    candidates = [one.candidate for one in decided]
    _check_places(dialogue, candidates, "decision")
    for turn_id, group in by_turn(candidates).items():
        for left, right in pairwise(sorted(group)):
            if right.start < left.end:
                raise ValueError(f"decisions overlap in turn {turn_id} at {right.start}")
    # Written so that NaN fails too.
    if not all(0 <= one.p_redact <= 1 for one in decided):
        raise ValueError("a decision has a p_redact outside of 0..1")


def _check_places(dialogue: Dialogue, located: Iterable[Located], what: str) -> None:
    lengths = {turn.turn_id: len(turn.text) for turn in dialogue.turns}
    for one in located:
        where = f"{what} [{one.start}, {one.end}) of turn {one.turn_id}"
        if one.turn_id not in lengths:
            raise ValueError(f"{where}: there is no such turn")
        if not 0 <= one.start < one.end <= lengths[one.turn_id]:
            raise ValueError(f"{where}: outside of the {lengths[one.turn_id]} characters there")
