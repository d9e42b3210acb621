"""Precision and recall on the development collection, which is not part of the repository."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from pipeline.proposer.candidate import Candidate
from pipeline.proposer.rules import RULES, find_direct
from pipeline.transcripts import Dialogue, Span
from pipeline.transcripts.native import read_dialogues

FOLDER = Path(__file__).parents[4] / "shared" / "data"
FILES = ("train", "val", "canonical", "challenge")
LEAST_PRECISION = 0.95
LEAST_RECALL = 0.95


@pytest.fixture(scope="module")
def found() -> list[tuple[Dialogue, list[Candidate]]]:
    if not FOLDER.is_dir():
        pytest.skip("the development collection is not on this machine")
    dialogues = (
        dialogue for name in FILES for dialogue in read_dialogues(FOLDER / f"{name}.jsonl")
    )
    return [(dialogue, find_direct(dialogue)) for dialogue in dialogues]


def overlapping(spans: tuple[Span, ...], candidate: Candidate) -> Iterator[Span]:
    for span in spans:
        is_beside = span.end <= candidate.start or candidate.end <= span.start
        if span.turn_id == candidate.turn_id and not is_beside:
            yield span


@pytest.mark.real_data
def test_nearly_all_a_rule_finds_is_somebodys(found):
    right, all_of_it = Counter(), Counter()
    for dialogue, candidates in found:
        for candidate in candidates:
            all_of_it[candidate.sources] += 1
            right[candidate.sources] += any(overlapping(dialogue.spans or (), candidate))
    # One label in a hundred of the collection is wrong: a rare rule may meet one.
    worse = {
        sources: (right[sources], count)
        for sources, count in all_of_it.items()
        if right[sources] < LEAST_PRECISION * count and count - right[sources] > 1
    }
    assert not worse
    assert sum(right.values()) >= LEAST_PRECISION * sum(all_of_it.values())


@pytest.mark.real_data
def test_nearly_all_identifiers_are_covered_whole(found):
    types = {rule.type for rule in RULES}
    covered, gold = Counter(), Counter()
    for dialogue, candidates in found:
        for span in dialogue.spans or ():
            if span.type in types:
                gold[span.type] += 1
                covered[span.type] += any(
                    candidate.turn_id == span.turn_id
                    and candidate.start <= span.start
                    and span.end <= candidate.end
                    for candidate in candidates
                )
    assert set(gold) == types
    assert not {kind for kind in types if covered[kind] < LEAST_RECALL * gold[kind]}
