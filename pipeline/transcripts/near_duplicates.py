"""Content groups: dialogues that say nearly the same, or open with the same word problem.

Two rules join dialogues. Whole dialogues are near duplicates when their shingles have a Jaccard
similarity of at least `THRESHOLD`: the same session with other names and a few other turns.
And dialogues that open with the same problem, by the same measure on the problem alone,
belong together however the talk goes on. Unrelated tutoring dialogues reach 0.1 by either.
"""

from collections.abc import Iterable
from typing import NamedTuple

from pipeline.transcripts.dialogue import Dialogue
from pipeline.transcripts.minhash import similar_pairs
from pipeline.transcripts.shingles import (
    Shingles,
    content_hash,
    dialogue_words,
    problem_words,
    shingles,
)

THRESHOLD = 0.4


def content_groups(dialogues: Iterable[Dialogue]) -> dict[str, str]:
    """Group id of every dialogue id: the smallest content hash in its group.

    The result does not depend on the order of the dialogues. Linear in their number; about
    16 bytes a word are held, no text.
    """
    facts = sorted((_facts(dialogue) for dialogue in dialogues), key=lambda fact: fact.order)
    groups = _Groups(len(facts))
    for view in ([fact.whole for fact in facts], [fact.problem for fact in facts]):
        for one, other in similar_pairs(view, THRESHOLD):
            groups.join(one, other)
    leaders = (facts[groups.find(index)] for index in range(len(facts)))
    return {fact.order[1]: leader.order[0] for fact, leader in zip(facts, leaders, strict=True)}


class _Facts(NamedTuple):
    order: tuple[str, str]
    whole: Shingles
    problem: Shingles


def _facts(dialogue: Dialogue) -> _Facts:
    """Ordered by content, not by arrival: positions decide who is compared with whom."""
    return _Facts(
        (content_hash(dialogue), dialogue.dialogue_id),
        shingles(dialogue_words(dialogue)),
        shingles(problem_words(dialogue)),
    )


class _Groups:
    """Union-find in which every group is led by its smallest index."""

    def __init__(self, size: int) -> None:
        self._parent = list(range(size))

    def find(self, index: int) -> int:
        while self._parent[index] != index:
            self._parent[index] = self._parent[self._parent[index]]
            index = self._parent[index]
        return index

    def join(self, one: int, other: int) -> None:
        low, high = sorted((self.find(one), self.find(other)))
        self._parent[high] = low
