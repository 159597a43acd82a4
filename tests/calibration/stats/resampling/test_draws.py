"""The stream of task draws is the contract; blocks and sums must not change it."""

import hashlib

import numpy as np
import pytest

from calibration.stats.resampling.defaults import DEFAULT_SEED
from calibration.stats.resampling.draws import task_draws


def drawn_by_hand(n_tasks: int, draws: int, seed: int) -> np.ndarray:
    return np.random.RandomState(seed).randint(0, n_tasks, size=(draws, n_tasks))


def test_counts_say_how_often_each_task_is_in_each_draw() -> None:
    idx = drawn_by_hand(75, 10_000, DEFAULT_SEED)
    draws = task_draws(75)
    assert draws.counts.shape == (10_000, 75)
    for d in (0, 1, 4_999, 9_999):
        assert draws.counts[d].tolist() == [(idx[d] == task).sum() for task in range(75)]
    assert (draws.counts.sum(axis=1) == 75).all()


def test_hash_is_that_of_the_drawn_numbers_as_little_endian_int64() -> None:
    idx = drawn_by_hand(7, 60_000, 5)
    assert task_draws(7, 60_000, 5).sha256 == hashlib.sha256(idx.astype("<i8").tobytes()).hexdigest()


@pytest.mark.parametrize("most_kept", [0, 1_000_000])
def test_blocks_are_the_same_whether_or_not_counts_are_kept(
    monkeypatch: pytest.MonkeyPatch, most_kept: int
) -> None:
    monkeypatch.setattr("calibration.stats.resampling.draws.NUMBERS_KEPT", most_kept)
    draws = task_draws(11, 1_000)
    blocks = list(draws.blocks(rows=64))
    assert ("counts" in vars(draws)) == (most_kept > 0)
    assert [start for start, _ in blocks] == list(range(0, 1_000, 64))
    assert np.array_equal(np.vstack([counts for _, counts in blocks]), task_draws(11, 1_000).counts)


def test_sums_add_the_drawn_tasks() -> None:
    per_task = np.array([[1.0, 10.0], [2.0, 20.0], [4.0, 40.0]])
    idx = drawn_by_hand(3, 500, 1)
    assert np.array_equal(task_draws(3, 500, 1).sums(per_task), per_task[idx].sum(axis=1))


def test_sums_refuse_another_number_of_tasks() -> None:
    with pytest.raises(ValueError, match="each of the 3 tasks"):
        task_draws(3, 10).sums(np.ones((4, 2)))


@pytest.mark.parametrize(("n_tasks", "draws"), [(0, 100), (5, 0)])
def test_nothing_to_draw_gives_empty_counts(n_tasks: int, draws: int) -> None:
    assert task_draws(n_tasks, draws).counts.shape == (draws, n_tasks)
    assert task_draws(n_tasks, draws).sums(np.ones((n_tasks, 2))).shape == (draws, 2)


@pytest.mark.parametrize("seed", [-1, 2**32, 1.5, "1", None])
def test_a_seed_outside_32_bits_is_refused_in_a_sentence(seed: object) -> None:
    with pytest.raises(ValueError, match="The seed must be a whole number from 0 to 4294967295"):
        task_draws(5, 10, seed)


def test_the_largest_seed_works() -> None:
    assert task_draws(5, 10, 2**32 - 1).counts.sum() == 50


@pytest.mark.parametrize("draws", [-1, 2.5])
def test_a_strange_number_of_draws_is_refused_in_a_sentence(draws: object) -> None:
    with pytest.raises(ValueError, match="The number of draws must be a whole number 0 or more"):
        task_draws(5, draws)
