"""Batches of similar length within a budget."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from pipeline.encoders.batches import by_length, collate, training_groups

LENGTHS = st.lists(st.integers(0, 400), max_size=60)


@given(lengths=LENGTHS, budget=st.integers(1, 1000))
def test_groups_hold_every_window_once_and_keep_to_the_budget(lengths, budget):
    groups = by_length(lengths, budget)

    assert sorted(i for group in groups for i in group) == list(range(len(lengths)))
    for group in groups:
        assert len(group) == 1 or max(lengths[i] for i in group) * len(group) <= budget


@given(lengths=LENGTHS, seed=st.integers(0, 9))
def test_a_seed_gives_the_same_order_again(lengths, seed):
    assert training_groups(lengths, 500, seed) == training_groups(lengths, 500, seed)


def test_little_data_makes_smaller_batches_not_fewer_steps():
    assert len(training_groups([100] * 200, 10_000, 1)) == 67
    assert len(training_groups([100] * 20_000, 10_000, 1)) == 200
    assert len(training_groups([100] * 7, 10_000, 1)) == 7


def test_padding_is_masked_and_rows_are_framed(backbone):
    opening, closing = backbone.frame()
    rows = [tokens.rows for tokens in backbone.tokenise(["one two three", "one"])]
    batch = collate([0, 1], lambda member: rows[member], backbone)

    for member in (0, 1):
        real = int(batch.mask[member].sum())
        assert real == len(opening) + len(rows[member]) + len(closing)
        inside = batch.rows[member, batch.offset : batch.offset + len(rows[member])].numpy()
        assert (inside == rows[member]).all()
        assert (batch.rows[member, real:].numpy() == backbone.padding()).all()
    assert batch.rows.numpy().dtype == np.int64
