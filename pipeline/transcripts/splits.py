"""Training and validation, decided for each content group by its hash alone.

A group keeps its split when others arrive. Only a newcomer that takes over a group, by
joining two or by a smaller content hash, can move it.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from pipeline.transcripts.dialogue import Dialogue
from pipeline.transcripts.frozen import FrozenSets, Refusal
from pipeline.transcripts.near_duplicates import content_groups

SplitName = Literal["train", "val"]


@dataclass(frozen=True, slots=True)
class Splits:
    """The split of each dialogue id that may be learnt from, and the refusals."""

    names: dict[str, SplitName]
    refusals: tuple[Refusal, ...]


def split_of(group: str, val_share: float, seed: int = 0) -> SplitName:
    """The split of a content group; `val_share` in 0..1 is the expected share of groups."""
    digest = hashlib.sha256(f"{seed}:{group}".encode()).digest()
    return "val" if int.from_bytes(digest[:8], "big") < val_share * 2**64 else "train"


def split_dialogues(
    dialogues: Iterable[Dialogue], frozen: FrozenSets, val_share: float, seed: int = 0
) -> Splits:
    """Put every dialogue in train or val, or refuse it for being in or near a frozen set."""
    refusals: list[Refusal] = []

    def usable() -> Iterable[Dialogue]:
        for dialogue in dialogues:
            refusal = frozen.refuse(dialogue)
            if refusal is None:
                yield dialogue
            else:
                refusals.append(refusal)

    groups = content_groups(usable())
    names = {one: split_of(group, val_share, seed) for one, group in groups.items()}
    return Splits(names, tuple(refusals))
