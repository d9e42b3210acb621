"""Frozen test sets, and the dialogues that must stay out of training because of them."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pipeline.transcripts.dialogue import Dialogue
from pipeline.transcripts.near_duplicates import THRESHOLD
from pipeline.transcripts.shingles import Shingles, dialogue_words, problem_words, shingles


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a dialogue may not be learnt from. `similarity` is a Jaccard similarity, 0..1."""

    dialogue_id: str
    reason: str
    frozen_id: str
    similarity: float


class FrozenSets:
    """Dialogues set aside for testing, searched exactly: no near duplicate is missed.

    A look-up takes time linear in the dialogue and in the number of frozen dialogues.
    """

    def __init__(self, dialogues: Iterable[Dialogue]) -> None:
        held = list(dialogues)
        self._ids = {dialogue.dialogue_id for dialogue in held}
        self._views = tuple(
            (reason, get_words, _Index(held, get_words))
            for reason, get_words in (
                ("near duplicate", dialogue_words),
                ("same opening problem", problem_words),
            )
        )

    def refuse(self, dialogue: Dialogue) -> Refusal | None:
        """Why this dialogue is too near to a frozen one, or None when it may be used."""
        if dialogue.dialogue_id in self._ids:
            return Refusal(dialogue.dialogue_id, "same id", dialogue.dialogue_id, 1.0)
        for reason, get_words, index in self._views:
            frozen_id, similarity = index.nearest(shingles(get_words(dialogue)))
            if similarity >= THRESHOLD:
                return Refusal(dialogue.dialogue_id, reason, frozen_id, round(similarity, 3))
        return None


class _Index:
    """Which frozen dialogues hold a shingle: one sorted array over all of them."""

    def __init__(self, held: list[Dialogue], get_words: Callable[[Dialogue], list[str]]) -> None:
        sets = [shingles(get_words(dialogue)) for dialogue in held]
        self._ids = [dialogue.dialogue_id for dialogue in held]
        self._sizes = np.array([len(one) for one in sets], dtype=np.int64)
        values = np.concatenate([np.empty(0, dtype=np.uint64), *sets])
        order = np.argsort(values, kind="stable")
        self._values = values[order]
        self._owners = np.repeat(np.arange(len(sets)), self._sizes)[order]

    def nearest(self, wanted: Shingles) -> tuple[str, float]:
        """Id of the most similar frozen dialogue and its similarity; ("", 0) when none is."""
        if not len(wanted) or not len(self._values):
            return "", 0.0
        common = np.bincount(self._owners_of(wanted), minlength=len(self._ids))
        similarity = common / (self._sizes + len(wanted) - common)
        best = int(similarity.argmax())
        return self._ids[best], float(similarity[best])

    def _owners_of(self, wanted: Shingles) -> NDArray[np.int64]:
        lows = np.searchsorted(self._values, wanted, side="left")
        highs = np.searchsorted(self._values, wanted, side="right")
        repeats = highs - lows
        firsts = np.repeat(lows - np.concatenate(([0], np.cumsum(repeats)[:-1])), repeats)
        owners: NDArray[np.int64] = self._owners[firsts + np.arange(int(repeats.sum()))]
        return owners
