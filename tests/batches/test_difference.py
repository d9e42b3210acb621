import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.batches import BatchError, Purpose
from pipeline.batches.corpus import union
from pipeline.batches.difference import compare
from pipeline.batches.record import BatchRecord, in_order, up_to
from pipeline.batches.shards import write_shards
from pipeline.batches.span_changes import PlacedSpan, compare_spans
from pipeline.batches.tally import Tally
from pipeline.transcripts.native import dump


@pytest.fixture
def batch(tmp_path):
    """Write a batch's shards as they stand in a working tree; returns its record."""

    def write(number, dialogues, purpose=Purpose.TRAIN, licence=""):
        batch_id = f"{number:016x}"
        folder = tmp_path / "data" / "batches" / batch_id
        return BatchRecord(
            batch_id=batch_id,
            version=f"data/v{number}",
            purpose=purpose,
            source="",
            licence=licence,
            landed_at="2026-01-01T00:00:00+00:00",
            sha256="0" * 64,
            files=(),
            shards=write_shards(map(dump, dialogues), folder, shard_bytes=300),
            counts=Tally().counts(),
            quarantined=0,
            quarantined_by_reason={},
        )

    return write


def test_added_changed_and_removed_are_told_apart(batch, make, tmp_path):
    shared = batch(1, [make(1), make(2), make(3)])
    gone = batch(2, [make(4)])
    new = batch(3, [make(2, end=10), make(3, says="More."), make(5)])
    found = compare(tmp_path, [shared, gone], [shared, new])
    assert [one.dialogue_id for one in found.added] == ["d-5"]
    assert [one.dialogue_id for one in found.removed] == ["d-4"]
    assert [(one.dialogue_id, one.turns) for one in found.changed] == [("d-2", ()), ("d-3", (0,))]
    assert [(one.old.end, one.new.end) for one in found.spans.changed] == [(12, 10)]
    assert {(one.dialogue_id, one.type) for one in found.spans.added} == {
        ("d-5", "NAME"),
        ("d-5", "KEEP"),
    }
    assert {one.dialogue_id for one in found.spans.removed} == {"d-4"}


def test_the_way_back_is_the_reverse(batch, make, tmp_path):
    old, new = [batch(1, [make(1), make(2)])], [batch(2, [make(2, end=10), make(3)])]
    there, back = compare(tmp_path, old, new), compare(tmp_path, new, old)
    assert (there.added, there.removed) == (back.removed, back.added)
    assert there.spans.added == back.spans.removed


def test_a_difference_holds_no_text(batch, make, tmp_path, name):
    found = compare(tmp_path, [batch(1, [make(1)])], [batch(2, [make(1, says="More."), make(2)])])
    text = found.model_dump_json()
    assert name not in text
    assert "Euler" not in text


def test_a_test_set_and_a_training_dialogue_of_one_id_are_two(batch, make, tmp_path):
    train, frozen = batch(1, [make(1)]), batch(2, [make(1)], Purpose.CANONICAL)
    found = compare(tmp_path, [train], [train, frozen])
    assert [(one.purpose, one.dialogue_id) for one in found.added] == [(Purpose.CANONICAL, "d-1")]
    assert found.changed == ()


def placed(start, length, kind):
    return PlacedSpan(
        purpose=Purpose.TRAIN,
        dialogue_id="d",
        turn_id=0,
        start=start,
        end=start + length,
        type=kind,
    )


SPANS = st.lists(
    st.builds(placed, st.integers(0, 9), st.integers(1, 4), st.sampled_from(["NAME", "SCHOOL"])),
    max_size=8,
    unique_by=lambda span: span.order,
)


@given(SPANS, SPANS)
def test_every_span_that_differs_is_told_once(old, new):
    found = compare_spans(old, new)
    before = [*found.removed, *(one.old for one in found.changed)]
    after = [*found.added, *(one.new for one in found.changed)]
    assert sorted(before, key=lambda s: s.order) == sorted(
        set(old) - set(new), key=lambda s: s.order
    )
    assert sorted(after, key=lambda s: s.order) == sorted(
        set(new) - set(old), key=lambda s: s.order
    )
    assert all(one.old.start < one.new.end and one.new.start < one.old.end for one in found.changed)


def test_the_latest_batch_has_the_word_on_a_dialogue(batch, make, tmp_path):
    records = [
        batch(1, [make(1), make(2)], licence="MIT"),
        batch(2, [make(2, end=10), make(3)], licence="CC0"),
        batch(3, [make(9)], Purpose.CHALLENGE),
    ]
    corpus = list(union(tmp_path, records, Purpose.TRAIN))
    facts = [(one.dialogue_id, one.spans[0].end, one.licence) for one in corpus]
    assert facts == [("d-1", 12, "MIT"), ("d-2", 10, "CC0"), ("d-3", 12, "CC0")]
    assert [d.dialogue_id for d in union(tmp_path, records, Purpose.CHALLENGE)] == ["d-9"]


def test_versions_are_in_the_order_of_their_numbers(batch, make):
    records = [batch(n, [make(n)]) for n in (1, 2, 9, 10, 11)]
    assert in_order(reversed(records)) == records
    assert [one.number for one in up_to(records, "data/v9")] == [1, 2, 9]
    assert up_to(records, "latest") == records
    with pytest.raises(BatchError, match="no such data version"):
        up_to(records, "data/v3")
