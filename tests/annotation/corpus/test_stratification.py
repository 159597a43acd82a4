"""Stratification: hand-sized cases whose answers can be worked out on paper."""

from collections import Counter

import numpy as np
import pytest

from annotation.corpus.stratification import iterative_stratification, largest_remainder, nested_quotas

pytestmark = pytest.mark.both_databases


def corpus(size: int = 120) -> list[dict[str, str]]:
    chance = np.random.RandomState(7)
    words = {"subcategory": "abcdefgh", "age": "uo", "stage": "1234"}
    return [{name: str(chance.choice(list(values))) for name, values in words.items()} for _ in range(size)]


def test_largest_remainder_gives_the_last_seats_to_the_largest_fractions():
    # 10 seats over 47, 16, 37: exact 4.7, 1.6, 3.7 -> 4, 1, 3, and the two seats left go to .7 and .7
    parts = largest_remainder({"a": 47, "b": 16, "c": 37}, 10, np.random.RandomState(1))
    assert parts == {"a": 5, "b": 1, "c": 4}


def test_equal_remainders_are_decided_by_the_seed_alone():
    sizes = {"a": 1, "b": 1, "c": 1}
    first = largest_remainder(sizes, 1, np.random.RandomState(5))
    assert sum(first.values()) == 1
    assert first == largest_remainder(sizes, 1, np.random.RandomState(5))


def test_nested_quotas_take_the_size_and_follow_the_first_variable():
    rows = corpus()
    quotas = nested_quotas(rows, 40, ["subcategory", "age", "stage"], seed=3)
    assert sum(quotas.values()) == 40
    have = Counter(tuple(row.values()) for row in rows)
    assert all(quota <= have[stratum] for stratum, quota in quotas.items())
    for value, count in Counter(row["subcategory"] for row in rows).items():
        taken = sum(quota for stratum, quota in quotas.items() if stratum[0] == value)
        assert abs(taken - count * 40 / len(rows)) < 1


def test_more_than_there_is_cannot_be_drawn():
    with pytest.raises(ValueError, match="only 120 can be drawn"):
        nested_quotas(corpus(), 121, ["age"], seed=3)


def test_halves_agree_on_every_value_within_two_rows():
    rows = corpus()
    halves = iterative_stratification(rows, (0.5, 0.5), seed=20260714)
    assert abs(halves.count(0) - 60) <= 1
    for variable in ("subcategory", "age", "stage"):
        for value in {row[variable] for row in rows}:
            sides = Counter(half for half, row in zip(halves, rows, strict=True) if row[variable] == value)
            assert abs(sides[0] - sides[1]) <= 2, (variable, value, sides)


def test_rows_with_a_half_keep_it_and_are_counted():
    rows = corpus(40)
    fixed = [0] * 10 + [None] * 30
    halves = iterative_stratification(rows, (0.5, 0.5), seed=1, fixed=fixed)
    assert halves[:10] == [0] * 10
    # Values that the ten fixed rows hold too often cannot be evened out; the total may be two off for it.
    assert abs(halves.count(0) - 20) <= 2


def test_the_seed_alone_decides():
    rows = corpus()
    assert iterative_stratification(rows, (0.5, 0.5), 4) == iterative_stratification(rows, (0.5, 0.5), 4)
    assert iterative_stratification(rows, (0.5, 0.5), 4) != iterative_stratification(rows, (0.5, 0.5), 5)
