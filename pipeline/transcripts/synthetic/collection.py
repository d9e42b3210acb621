"""A folder of synthetic files as training and evaluation expect it, no two from one seed."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from pipeline.transcripts.dialogue import Dialogue
from pipeline.transcripts.native import write_dialogues
from pipeline.transcripts.synthetic.generator import generate

VAL_PART, TEST_PART = 8, 6
SEEDS_APART = 100

Watch = Callable[[Iterator[Dialogue], str, int], Iterator[Dialogue]]


def sizes(dialogues: int) -> dict[str, int]:
    """Dialogues of each file for `dialogues` to train on; at least four to test or tune on."""
    test = max(4, dialogues // TEST_PART)
    return {
        "train": dialogues,
        "val": max(4, dialogues // VAL_PART),
        "canonical": test,
        "challenge": test,
    }


def write_collection(
    folder: Path,
    dialogues: int,
    seed: int,
    platforms: Sequence[str] = ("A", "B"),
    watch: Watch = lambda found, _name, _total: found,
) -> dict[str, int]:
    """Write train, val, canonical and challenge `.jsonl` into the folder; returns their sizes.

    The files have seeds of their own, `100 * seed + 1` and on, so names and problems differ.
    `watch` may wrap each file's dialogues, with its name and size, to show how far they are.
    """
    counts = sizes(dialogues)
    for number, (name, count) in enumerate(counts.items(), start=1):
        own_seed = SEEDS_APART * seed + number
        made = generate(count, own_seed, challenge=name == "challenge", platforms=platforms)
        write_dialogues(watch(made, name, count), folder / f"{name}.jsonl")
    return counts
