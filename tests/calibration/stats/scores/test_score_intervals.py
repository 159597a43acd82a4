"""The headline intervals of model means and differences, on both sides of 10 and of 200 tasks."""

import numpy as np
import pytest

from calibration.stats.resampling.draws import task_draws
from calibration.stats.scores.model_means_and_ranks import model_means
from calibration.stats.scores.paired_differences import paired_differences
from calibration.stats.scores.scored_cells import ScoredCells


def cells(n_tasks: int, n_cells: int = 3) -> ScoredCells:
    """Two models with n_cells attempts at each task; the second lacks the last at every third."""
    task, model, attempt = (
        part.ravel() for part in np.meshgrid(range(n_tasks), range(2), range(n_cells), indexing="ij")
    )
    stream = np.random.RandomState(n_tasks)
    scores = np.clip(stream.rand(n_tasks)[task] * 0.6 + 0.4 * stream.rand(len(task)), 0, 1)
    scores[(model == 1) & (attempt == n_cells - 1) & (task % 3 == 0)] = np.nan
    return ScoredCells.of(task, model, scores, np.ones(len(task), bool), attempts=attempt)


@pytest.mark.parametrize(
    ("n_tasks", "method"),
    [(9, "expanded"), (10, "studentised"), (199, "studentised"), (200, "percentile")],
)
def test_the_number_of_tasks_decides(n_tasks: int, method: str) -> None:
    scored, draws = cells(n_tasks), task_draws(n_tasks, 200)
    difference = paired_differences(scored, draws).pairs[0].estimate
    for found in (*model_means(scored, draws), difference):
        assert found.method == method
        percentiles = (found.percentile_low, found.percentile_high)
        assert ((found.low, found.high) == percentiles) == (method == "percentile")


def test_a_studentised_mean_equals_the_slow_one() -> None:
    scored, n_tasks = cells(15), 15
    sums, counts = scored.score_sums[:, 1], scored.cell_counts[:, 1]

    def mean_and_error(drawn):
        mean = sums[drawn].sum() / counts[drawn].sum()
        return mean, np.sqrt(np.square(sums[drawn] - mean * counts[drawn]).sum()) / counts[drawn].sum()

    value, error = mean_and_error(np.arange(n_tasks))
    of_draws = [
        mean_and_error(drawn) for drawn in np.random.RandomState(20260714).randint(0, 15, size=(90, 15))
    ]
    t_low, t_high = np.percentile([(mean - value) / spread for mean, spread in of_draws], [2.5, 97.5])
    found = model_means(scored, task_draws(n_tasks, 90))[1]
    expected = value - t_high * error, value - t_low * error
    assert (found.low, found.high) == pytest.approx(expected, abs=1e-9)


def test_a_model_that_meets_everything_has_a_bound_and_so_has_one_that_meets_nothing() -> None:
    task, model = np.repeat(np.arange(12), 2), np.tile([0, 1], 12)
    scored = ScoredCells.of(task, model, 1.0 - model, np.ones(24, bool))
    all_met, none_met = model_means(scored, task_draws(12, 100))
    # .05 ** (1 / 12) = exp(-2.995732 / 12) = .779078.
    assert (all_met.low, all_met.high) == (pytest.approx(0.779078, abs=1e-6), 1.0)
    assert (none_met.low, none_met.high) == (0.0, pytest.approx(0.220922, abs=1e-6))
    assert (all_met.method, none_met.method) == ("bound", "bound")
    (pair,) = paired_differences(scored, task_draws(12, 100)).pairs
    assert (pair.estimate.low, pair.estimate.reason) == (None, "no_variation")
    assert pair.standard_error == 0
