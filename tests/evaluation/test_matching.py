import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import maximum_bipartite_matching

from pipeline.evaluation.matching import Interval, match, touches, uncovered, union

intervals = st.lists(
    st.tuples(st.integers(0, 30), st.integers(1, 12)).map(lambda pair: (pair[0], sum(pair))),
    max_size=12,
)


def overlap(one: Interval, other: Interval) -> bool:
    return one[0] < other[1] and other[0] < one[1]


@pytest.mark.parametrize(
    ("predicted", "gold", "pairs"),
    [
        pytest.param([], [], {}, id="nothing"),
        pytest.param([(0, 4)], [], {}, id="no gold"),
        pytest.param([], [(0, 4)], {}, id="no prediction"),
        pytest.param([(0, 4)], [(0, 4)], {0: 0}, id="the same place"),
        pytest.param([(0, 4)], [(4, 8)], {}, id="touching ends share no character"),
        pytest.param([(3, 5)], [(4, 8)], {0: 0}, id="one shared character is enough"),
        pytest.param([(0, 4), (5, 9)], [(0, 9)], {0: 0}, id="two predictions on one gold"),
        pytest.param([(0, 9)], [(0, 4), (5, 9)], {0: 0}, id="one prediction over two gold"),
        pytest.param([(0, 9), (0, 4)], [(0, 4), (5, 9)], {0: 1, 1: 0}, id="the wide one gives way"),
        pytest.param(
            [(0, 3), (2, 6), (5, 9)], [(0, 6), (4, 8)], {0: 0, 1: 1}, id="more predictions"
        ),
        pytest.param([(0, 20)], [(0, 30), (18, 25)], {0: 0}, id="a long gold hides no later one"),
        pytest.param([(5, 6), (5, 6)], [(5, 6), (5, 6)], {0: 0, 1: 1}, id="twins pair up"),
        pytest.param(
            [(0, 5), (4, 9), (8, 13)], [(4, 5), (8, 9), (12, 13)], {0: 0, 1: 1, 2: 2}, id="a chain"
        ),
    ],
)
def test_hand_worked_matchings(
    predicted: list[Interval], gold: list[Interval], pairs: dict[int, int]
) -> None:
    assert match(predicted, gold) == pairs


@given(intervals, intervals)
def test_as_large_as_the_matching_of_scipy(predicted: list[Interval], gold: list[Interval]) -> None:
    ours = match(predicted, gold)
    graph = np.array([[overlap(p, g) for g in gold] for p in predicted], dtype=int)
    graph = graph.reshape(len(predicted), len(gold))
    theirs = maximum_bipartite_matching(csr_matrix(graph)) if graph.size else np.array([-1])
    assert len(ours) == int((theirs >= 0).sum())


@given(intervals, intervals)
def test_pairs_overlap_and_are_one_to_one(predicted: list[Interval], gold: list[Interval]) -> None:
    pairs = match(predicted, gold)
    assert len(set(pairs.values())) == len(pairs) <= min(len(predicted), len(gold))
    assert all(overlap(predicted[p], gold[g]) for g, p in pairs.items())


@given(intervals, intervals, st.randoms(use_true_random=False))
def test_order_changes_nothing(predicted: list[Interval], gold: list[Interval], random) -> None:
    def places(ps: list[Interval], gs: list[Interval]) -> list[tuple[Interval, Interval]]:
        return sorted((gs[g], ps[p]) for g, p in match(ps, gs).items())

    shuffled_predicted, shuffled_gold = predicted.copy(), gold.copy()
    random.shuffle(shuffled_predicted)
    random.shuffle(shuffled_gold)
    assert places(shuffled_predicted, shuffled_gold) == places(predicted, gold)


@given(intervals, intervals)
def test_size_is_symmetric(predicted: list[Interval], gold: list[Interval]) -> None:
    assert len(match(predicted, gold)) == len(match(gold, predicted))


@given(intervals, st.tuples(st.integers(0, 30), st.integers(1, 12)))
def test_uncovered_counts_characters(covers: list[Interval], place: tuple[int, int]) -> None:
    start, end = place[0], sum(place)
    covered = {index for cover in covers for index in range(*cover)}
    left = uncovered((start, end), union(covers))
    assert left == len(set(range(start, end)) - covered)
    assert touches((start, end), union(covers)) == (left < end - start)


def test_union_joins_what_overlaps_or_touches() -> None:
    assert union([(6, 8), (0, 3), (2, 4), (4, 5), (6, 7)]) == [(0, 5), (6, 8)]


@pytest.mark.parametrize("shift", [0, 3])
def test_ten_thousand_spans_in_a_turn_take_no_second(shift: int) -> None:
    gold = [(10 * index, 10 * index + 6) for index in range(10_000)]
    predicted = [(start + shift, end + shift) for start, end in gold]
    began = time.perf_counter()
    assert len(match(predicted, gold)) == 10_000
    assert time.perf_counter() - began < 1


def test_a_long_chain_of_swaps_needs_no_deep_stack() -> None:
    # Every prediction first takes the gold at its left; the last one pushes all of them right.
    gold = [(10 * index, 10 * index + 6) for index in range(3_000)]
    bridges = [(10 * index + 5, 10 * index + 11) for index in range(2_999)]
    assert len(match([*bridges, (0, 1)], gold)) == 3_000
