"""What a run holds in memory does not grow with the transcript."""

import tracemalloc

from pipeline.redaction import deciding
from pipeline.redaction.run import redact_file
from pipeline.transcripts.native import write_dialogues


def test_ten_times_the_dialogues_take_the_same_memory(
    tmp_path, cascade, make_dialogue, monkeypatch
):
    monkeypatch.setattr(deciding, "BATCH_DIALOGUES", 8)
    texts = ["Zuleika said x = 5. " + "y = 2x + 1; " * 200] * 10
    peaks = []
    for size in (20, 200):
        path = tmp_path / f"{size}.jsonl"
        write_dialogues((make_dialogue(str(at), *texts) for at in range(size)), path)
        tracemalloc.start()
        redact_file(path, tmp_path / "out.jsonl", cascade)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 1.25 * peaks[0]
