"""What a dialogue says, as a set of hashed word shingles.

Text is compared by its words, case folded and with digits kept: two word problems that
differ in their numbers differ here too. The transcript itself is left as it landed.
"""

import hashlib
import re
import unicodedata
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from pipeline.transcripts.dialogue import Dialogue, SpeakerRole

Shingles = NDArray[np.uint64]

WIDTH = 3
MIN_PROBLEM_WORDS = 12
_WORD = re.compile(r"\w+")
_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)


def words(text: str) -> list[str]:
    """Words and numbers of a text, compatibility-normalised and case folded."""
    return _WORD.findall(unicodedata.normalize("NFKC", text).casefold())


def dialogue_words(dialogue: Dialogue) -> list[str]:
    """Words of all turns, in order."""
    return [word for turn in dialogue.turns for word in words(turn.text)]


def problem_words(dialogue: Dialogue) -> list[str]:
    """Words of the problem a dialogue opens with; empty where it opens with talk.

    The opening problem is a first turn by neither student nor tutor, of at least
    `MIN_PROBLEM_WORDS` words: shorter ones are greetings and notices of the platform.
    """
    if not dialogue.turns or dialogue.turns[0].speaker_role is not SpeakerRole.OTHER:
        return []
    found = words(dialogue.turns[0].text)
    return found if len(found) >= MIN_PROBLEM_WORDS else []


def shingles(tokens: list[str]) -> Shingles:
    """Sorted distinct hashes of every run of `WIDTH` words; of the whole when it is shorter."""
    hashes = np.array([_hash(token) for token in tokens], dtype=np.uint64)
    width = min(WIDTH, len(hashes))
    if not width:
        return hashes
    runs = np.lib.stride_tricks.sliding_window_view(hashes, width)
    mixed = np.zeros(len(runs), dtype=np.uint64)
    for column in range(width):
        mixed = _mix(mixed + runs[:, column])
    return np.unique(mixed)


def _mix(values: Shingles) -> Shingles:
    values = (values ^ (values >> np.uint64(31))) * _MULTIPLIER
    return values ^ (values >> np.uint64(29))


@lru_cache(maxsize=1 << 17)
def _hash(token: str) -> int:
    return int.from_bytes(hashlib.blake2b(token.encode(), digest_size=8).digest(), "big")


def jaccard(one: Shingles, other: Shingles) -> float:
    """Share of common shingles among all of two sets, 0..1; 0 when one is empty."""
    if not len(one) or not len(other):
        return 0.0
    common = len(np.intersect1d(one, other, assume_unique=True))
    return common / (len(one) + len(other) - common)


def content_hash(dialogue: Dialogue) -> str:
    """SHA-256 (hex) of the words: the same for new ids, new spans and new typography."""
    return hashlib.sha256("\n".join(dialogue_words(dialogue)).encode()).hexdigest()
