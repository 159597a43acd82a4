"""Models compared in pairs: intervals, p values, Holm, max-T and ranks."""

import numpy as np
import pytest

from calibration.stats.resampling.draws import task_draws
from calibration.stats.resampling.significance import (
    detectable_difference,
    holm,
    typical_detectable_difference,
)
from calibration.stats.scores.model_means_and_ranks import model_means, model_ranks
from calibration.stats.scores.paired_differences import pair_blocks, paired_differences
from calibration.stats.scores.scored_cells import ScoredCells
from tests.calibration.stats.naive import percentiles_of

N_TASKS, N_DRAWS = 12, 300


def cells_of(grid: np.ndarray, included: np.ndarray | None = None) -> ScoredCells:
    """From scores of shape tasks x models x attempts."""
    tasks, models, attempts = (axis.ravel() for axis in np.indices(grid.shape))
    counts = np.ones(grid.size, dtype=bool) if included is None else included.ravel()
    return ScoredCells.of(tasks, models, grid.ravel(), counts, attempts=attempts)


@pytest.fixture
def holed() -> ScoredCells:
    rng = np.random.RandomState(6)
    grid = rng.random_sample((N_TASKS, 4, 2))
    return cells_of(grid, rng.random_sample(grid.shape) < 0.8)


def slow_difference(cells: ScoredCells, first: int, second: int, drawn: np.ndarray) -> float:
    score = {
        (t, m, a): s
        for t, m, a, s, used in zip(
            cells.tasks, cells.models, cells.attempts, cells.scores, cells.used, strict=True
        )
        if used
    }
    gaps = [
        score[t, first, a] - score[t, second, a]
        for t in drawn
        for a in range(2)
        if (t, first, a) in score and (t, second, a) in score
    ]
    return sum(gaps) / len(gaps)


def test_differences_and_p_values_equal_the_slow_ones(holed: ScoredCells) -> None:
    draws = task_draws(N_TASKS, N_DRAWS)
    idx = np.random.RandomState(draws.seed).randint(0, N_TASKS, size=(N_DRAWS, N_TASKS))
    found = paired_differences(holed, draws)
    assert [(p.first, p.second) for p in found.pairs] == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    largest = np.zeros(N_DRAWS)
    for pair in found.pairs:
        value = slow_difference(holed, pair.first, pair.second, np.arange(N_TASKS))
        drawn = np.array([slow_difference(holed, pair.first, pair.second, tasks) for tasks in idx])
        assert pair.estimate.value == pytest.approx(value, abs=1e-12)
        bounds = percentiles_of(pair.estimate)
        assert bounds == pytest.approx(np.percentile(drawn, [2.5, 97.5]), abs=1e-12)
        assert pair.standard_error == pytest.approx(drawn.std(ddof=1), abs=1e-12)
        assert pair.detectable == pytest.approx(2.8 * drawn.std(ddof=1), abs=1e-12)
        as_far = (np.abs(drawn - value) >= abs(value) - 1e-12).sum()
        assert pair.p == pytest.approx((1 + as_far) / (N_DRAWS + 1))
        largest = np.maximum(largest, np.abs(drawn - value) / drawn.std(ddof=1))
    assert found.critical == pytest.approx(np.percentile(largest, 95), abs=1e-9)
    assert [p.p_holm for p in found.pairs] == holm([p.p for p in found.pairs])


def test_blocks_of_pairs_do_not_change_the_sums(holed: ScoredCells) -> None:
    (whole,) = pair_blocks(holed)
    parts = list(pair_blocks(holed, pairs_per_block=2))
    assert len(parts) == 3
    for name in ("sums", "counts"):
        assert np.array_equal(np.hstack([getattr(part, name) for part in parts]), getattr(whole, name))


def test_holm_by_hand() -> None:
    # Sorted .01 .03 .04 times 3, 2, 1 gives .03 .06 .04; it may not fall, so the last becomes .06.
    assert holm([0.01, 0.04, None, 0.03]) == [
        pytest.approx(0.03),
        pytest.approx(0.06),
        None,
        pytest.approx(0.06),
    ]
    assert holm([0.6, 0.7]) == [1.0, 1.0]
    assert holm([]) == []


def test_detectable_difference_needs_a_standard_error() -> None:
    assert detectable_difference(None) is None
    assert detectable_difference(0.01) == pytest.approx(0.028)
    assert typical_detectable_difference([None, 0.01, 0.03, 0.02]) == pytest.approx(0.056)
    assert typical_detectable_difference([None]) is None


def test_models_that_share_no_cell_have_a_reason() -> None:
    grid = np.full((4, 2, 1), 0.5)
    grid[:2, 0], grid[2:, 1] = np.nan, np.nan
    (pair,) = paired_differences(cells_of(grid), task_draws(4, 50)).pairs
    assert (pair.estimate.value, pair.estimate.reason, pair.p, pair.p_holm) == (
        None,
        "no_shared_cells",
        None,
        None,
    )


def test_one_task_or_no_draws_tell_no_models_apart() -> None:
    grid = np.array([[[0.9], [0.1]]])
    for cells, draws in (
        (cells_of(grid), task_draws(1, 50)),
        (cells_of(grid.repeat(3, axis=0)), task_draws(3, 0)),
    ):
        found = paired_differences(cells, draws)
        (pair,) = found.pairs
        assert (pair.estimate.value, pair.p, pair.detectable) == (pytest.approx(0.8), None, None)
        ranks = model_ranks(model_means(cells, draws), found)
        assert [(r.low, r.high, r.group) for r in ranks] == [(1, 2, 1), (1, 2, 1)]


def test_one_model_has_no_pairs() -> None:
    cells = cells_of(np.full((3, 1, 1), 0.5))
    found = paired_differences(cells, task_draws(3, 20))
    assert found.pairs == []
    (rank,) = model_ranks(model_means(cells, task_draws(3, 20)), found)
    assert (rank.rank, rank.low, rank.high, rank.group) == (1, 1, 1, 1)


def test_identical_models_stay_together_and_a_constant_gap_tells_apart() -> None:
    base = np.random.RandomState(1).random_sample((20, 1, 1)) * 0.5
    cells = cells_of(np.concatenate([base, base, base + 0.25], axis=1))
    draws = task_draws(20, 200)
    found = paired_differences(cells, draws)
    assert [found.told_apart(pair) for pair in found.pairs] == [False, True, True]
    assert found.pairs[0].p == 1.0
    ranks = model_ranks(model_means(cells, draws), found)
    assert [(r.model, r.rank, r.low, r.high, r.group) for r in ranks] == [
        (2, 1, 1, 1, 1),
        (0, 2, 2, 3, 2),
        (1, 3, 2, 3, 2),
    ]


def test_a_model_without_a_mean_has_no_rank() -> None:
    grid = np.random.RandomState(1).random_sample((6, 3, 1))
    grid[:, 1] = np.nan
    cells, draws = cells_of(grid), task_draws(6, 50)
    ranks = model_ranks(model_means(cells, draws), paired_differences(cells, draws))
    assert sorted(r.model for r in ranks) == [0, 2]
    assert all(r.high <= 2 for r in ranks)


def test_two_cells_for_one_task_and_attempt_are_refused() -> None:
    cells = ScoredCells.of([0, 0], [0, 0], [0.1, 0.2], [True, True])
    with pytest.raises(ValueError, match="two cells for the same task and attempt"):
        paired_differences(cells, task_draws(1, 10))


def test_five_equal_models_are_rarely_told_apart() -> None:
    # The promise of max-T: in about 5 of 100 tables of equal models some pair is told apart, not in 40.
    rng = np.random.RandomState(12)
    false_alarms = 0
    for _ in range(200):
        grid = rng.random_sample((50, 1, 1)) * 0.6 + rng.random_sample((50, 5, 1)) * 0.4
        found = paired_differences(cells_of(grid), task_draws(50, 300))
        false_alarms += any(found.told_apart(pair) for pair in found.pairs)
    assert 2 <= false_alarms <= 22
