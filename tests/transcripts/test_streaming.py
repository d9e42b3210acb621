"""Line forms are read in flat memory, and the development collection is clean."""

import tracemalloc
from pathlib import Path

import pytest

from pipeline.transcripts import Dialogue, Turn, read_any, read_checked
from pipeline.transcripts.formats import by_name
from pipeline.transcripts.options import DEFAULT_OPTIONS

COLLECTION = Path(__file__).parents[3] / "shared" / "data"


def peak_of_reading(path) -> int:
    tracemalloc.start()
    try:
        assert sum(1 for _ in read_any(path)) > 0
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("name", ["jsonl", "conll", "csv"])
def test_memory_does_not_grow_with_the_file(name, tmp_path):
    form = by_name(name)
    peaks = []
    for count in (50, 250):
        turn = Turn(turn_id=0, speaker_role="tutor", text="one half and a third " * 100)
        dialogues = (Dialogue(dialogue_id=f"d{n}", turns=(turn,)) for n in range(count))
        path = tmp_path / f"{count}{form.suffix}"
        assert form.write(dialogues, path, DEFAULT_OPTIONS) == count
        peaks.append(peak_of_reading(path))
    assert path.stat().st_size > 400_000
    assert peaks[1] < peaks[0] + 200_000


@pytest.mark.real_data
@pytest.mark.parametrize("name", ["train", "train_collision", "val", "canonical", "challenge"])
def test_the_development_collection_is_clean(name):
    path = COLLECTION / f"{name}.jsonl"
    if not path.exists():
        pytest.skip("the development collection is not here")
    reading = read_checked([path])
    assert sum(1 for _ in reading) == reading.total > 50
    assert reading.findings == []
