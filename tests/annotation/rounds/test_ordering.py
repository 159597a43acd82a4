"""The rater's order: its rules, checked against every layout of small sets, and its repeatability."""

from itertools import combinations, groupby

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.rounds.ordering import heavy_places, rater_order, sitting_sizes
from tests.properties import examples

pytestmark = pytest.mark.both_databases


def longest_run(layout) -> int:
    return max((len(list(run)) for is_heavy, run in groupby(layout) if is_heavy), default=0)


def heavy_edges(layout, sizes) -> int:
    ends = np.cumsum(sizes)
    edges = {*(ends - 1), *(ends - np.array(sizes))}
    return sum(bool(layout[place]) for place in edges)


def best_possible(sizes, n_heavy) -> tuple[bool, int]:
    """(some layout has no run over two, fewest heavy edges among the layouts with that), by trying all."""
    n = sum(sizes)
    layouts = [np.isin(np.arange(n), places) for places in combinations(range(n), n_heavy)]
    calm = [layout for layout in layouts if longest_run(layout) <= 2]
    return bool(calm), min((heavy_edges(layout, sizes) for layout in calm), default=-1)


@pytest.mark.parametrize("sizes", [[1], [2], [9], [4, 4], [3, 3, 3], [5, 4], [2, 2, 2, 2]])
def test_rules_are_kept_wherever_any_layout_keeps_them(sizes):
    for n_heavy in range(sum(sizes) + 1):
        layout = heavy_places(sizes, n_heavy, np.random.RandomState(1))
        possible, fewest_edges = best_possible(sizes, n_heavy)
        assert layout.sum() == n_heavy
        if possible:
            assert longest_run(layout) <= 2
            assert heavy_edges(layout, sizes) == fewest_edges


@examples(40)
@given(
    n=st.integers(0, 120),
    share=st.floats(0, 1),
    sitting=st.integers(1, 30),
    seed=st.integers(0, 2**63 - 1),
    slot=st.integers(1, 3),
)
def test_every_item_once_and_no_long_run_where_the_set_allows(n, share, sitting, seed, slot):
    items = [(number, number < n * share) for number in range(n)]
    is_heavy = dict(items)
    placed = rater_order(items, seed=seed, slot=slot, sitting_size=sitting)
    assert sorted(one.item for one in placed) == list(range(n))
    assert [one.order for one in placed] == list(range(1, n + 1))
    heavy = sum(is_heavy.values())
    if heavy <= 2 * (n - heavy + 1):  # each light item, and the end, can part two heavy ones
        assert longest_run([is_heavy[one.item] for one in placed]) <= 2


def test_same_seed_same_order_and_each_rater_and_seed_an_order_of_their_own():
    items = [(number, number % 4 == 0) for number in range(60)]
    draw = [
        tuple(one.item for one in rater_order(items, seed=seed, slot=slot, sitting_size=20))
        for seed, slot in [(7, 1), (7, 1), (7, 2), (8, 1), (7 + 2**32, 1)]
    ]
    assert draw[0] == draw[1]
    assert len(set(draw)) == 4


def test_heavy_items_are_spread_evenly_over_the_sittings():
    items = [(number, number < 30) for number in range(100)]
    placed = rater_order(items, seed=3, slot=1, sitting_size=20)
    per_sitting = [sum(one.item < 30 for one in placed if one.sitting == s) for s in range(1, 6)]
    assert per_sitting == [6, 6, 6, 6, 6]


def test_places_are_drawn_by_chance_and_not_always_the_same():
    drawn = {tuple(heavy_places([10], 2, np.random.RandomState(seed))) for seed in range(30)}
    assert len(drawn) > 10


def test_sittings_are_as_equal_as_can_be():
    assert sitting_sizes(41, 20) == [14, 14, 13]
    assert sitting_sizes(40, 20) == [20, 20]
    assert sitting_sizes(0, 20) == []
    with pytest.raises(ValueError, match="at least 1"):
        sitting_sizes(5, 0)
