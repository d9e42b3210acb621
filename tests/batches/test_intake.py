import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pipeline.batches.intake import Landing, take_in
from pipeline.batches.record import BatchError
from pipeline.transcripts.native import read_dialogues
from pipeline.transcripts.options import DEFAULT_OPTIONS


def landing(*paths):
    return Landing.of(paths, None, DEFAULT_OPTIONS)


def test_every_record_is_accepted_or_quarantined_with_a_reason(land, make, tmp_path):
    bad_span = json.loads(json.dumps({"dialogue_id": "x", "turns": [], "spans": []}))
    path = land(
        [make(1), make(2, annotated=False), make(3), make(1)],
        "{not json",
        json.dumps(bad_span),
    )
    intake = take_in(landing(path), tmp_path / "out")
    assert intake.counts.dialogues == 2
    assert intake.quarantined_by_reason == {
        "duplicate_dialogue": 1,
        "empty_dialogue": 1,
        "not_annotated": 1,
        "not_json": 1,
    }
    quarantine = tmp_path / "out" / "quarantine.jsonl"
    entries = [json.loads(line) for line in quarantine.read_text().splitlines()]
    assert [entry["line"] for entry in entries] == [2, 4, 5, 6]
    assert quarantine.stat().st_mode & 0o777 == 0o600


def test_shards_are_bounded_and_hold_the_dialogues_in_order(land, make, tmp_path):
    dialogues = [make(n) for n in range(20)]
    intake = take_in(landing(land(dialogues)), tmp_path / "out", shard_bytes=1000)
    paths = sorted((tmp_path / "out" / "shards").iterdir())
    assert len(paths) == len(intake.shards) > 3
    assert [one for path in paths for one in read_dialogues(path)] == dialogues
    assert [path.stat().st_size for path in paths] == [one.bytes for one in intake.shards]
    assert all(one.bytes < 1000 + 500 for one in intake.shards)
    assert sum(one.dialogues for one in intake.shards) == 20


def test_counts_are_by_platform_and_type(land, make, tmp_path):
    counts = take_in(landing(land([make(n) for n in range(5)])), tmp_path / "out").counts
    assert counts.platforms == {"A": 2, "B": 3}
    assert counts.spans == {"A": {"NAME": 2}, "B": {"NAME": 3}}
    assert (counts.turns, counts.keep_spans) == (10, 5)


@settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.permutations(range(6)), st.integers(0, 6))
def test_a_batch_is_known_by_its_dialogues_in_any_order_and_file(land, make, tmp_path, order, cut):
    whole = take_in(landing(land([make(n) for n in range(6)])), tmp_path / "a")
    parts = (
        land([make(n) for n in order[:cut]], file="one.jsonl"),
        land([make(n) for n in order[cut:]], file="two.jsonl"),
    )
    filled = [path for path in parts if path.stat().st_size]
    assert take_in(landing(*filled), tmp_path / "b").batch_id == whole.batch_id


def test_another_span_is_another_batch(land, make, tmp_path):
    ids = {
        take_in(landing(land([make(1, end=end)])), tmp_path / str(end)).batch_id for end in (11, 12)
    }
    assert len(ids) == 2


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(BatchError, match=r"gone\.jsonl: no such file"):
        landing(tmp_path / "gone.jsonl")
