"""Linearised standard errors by their formula, and where the studentised bootstrap is not defined."""

import numpy as np
import pytest

from calibration.stats.judges.confusion import statistic_of_counts
from calibration.stats.resampling.draws import task_draws
from calibration.stats.resampling.studentised import standard_errors, studentised


def ratio(sums):
    return sums[..., 0] / sums[..., 1]


def per_task(n_tasks=20, seed=3):
    stream = np.random.RandomState(seed)
    sizes = stream.randint(5, 30, n_tasks)
    return np.stack([stream.binomial(sizes, 0.7), sizes], axis=1).astype(float)


def test_the_error_of_a_ratio_by_its_formula():
    table = per_task()
    share = table[:, 0].sum() / table[:, 1].sum()
    by_hand = np.sqrt(np.square(table[:, 0] - share * table[:, 1]).sum()) / table[:, 1].sum()
    assert studentised(ratio, table, task_draws(20, 50)).error == pytest.approx(by_hand, rel=1e-8)


def test_percentiles_of_t_by_the_slow_way():
    table, draws = per_task(), task_draws(20, 60, 5)
    share, ts = table[:, 0].sum() / table[:, 1].sum(), []
    for drawn in np.random.RandomState(5).randint(0, 20, size=(60, 20)):
        some = table[drawn]
        of_draw = some[:, 0].sum() / some[:, 1].sum()
        error = np.sqrt(np.square(some[:, 0] - of_draw * some[:, 1]).sum()) / some[:, 1].sum()
        ts.append((of_draw - share) / error)
    found = studentised(ratio, table, draws)
    assert (found.low, found.high) == pytest.approx(np.percentile(ts, [2.5, 97.5]), rel=1e-6)
    low, high = found.interval(share)
    assert (low, high) == pytest.approx((share - found.high * found.error, share - found.low * found.error))
    assert found.interval(share, 2.0)[1] - share == pytest.approx(2 * (high - share))


def test_the_error_of_kappa_is_that_of_the_jackknife_for_many_tasks():
    counts = np.random.RandomState(1).poisson([8, 2, 1, 6], size=(400, 4)).astype(float)

    def kappa(sums):
        return statistic_of_counts("kappa", sums)

    left_out = kappa(counts.sum(axis=0) - counts)
    jackknife = np.sqrt(399 / 400 * np.square(left_out - left_out.mean()).sum())
    assert studentised(kappa, counts, task_draws(400, 20)).error == pytest.approx(jackknife, rel=0.01)


def test_it_is_not_defined_for_few_tasks_no_draws_no_spread_and_draws_without_spread():
    assert studentised(ratio, per_task(9), task_draws(9, 50)) is None
    assert studentised(ratio, per_task(10), task_draws(10, 50)) is not None
    assert studentised(ratio, per_task(10), task_draws(10, 0)) is None
    alike = np.tile([3.0, 4.0], (20, 1))
    assert studentised(ratio, alike, task_draws(20, 50)) is None
    alike[0, 0] = 4.0  # one task in twenty differs: it is missing from a third of the draws
    assert studentised(ratio, alike, task_draws(20, 500)) is None


def test_tasks_without_anything_do_not_count_among_the_ten():
    nothing = np.zeros((5, 2))
    assert studentised(ratio, np.vstack([per_task(9), nothing]), task_draws(14, 50)) is None
    assert studentised(ratio, np.vstack([per_task(10), nothing]), task_draws(15, 50)) is not None


def test_columns_that_the_statistic_does_not_depend_on_change_nothing():
    table, draws = per_task(), task_draws(20, 60, 5)
    wider = np.hstack([table, np.random.RandomState(2).rand(20, 3)])
    alone, among = studentised(ratio, table, draws), studentised(ratio, wider, draws, [0, 1])
    assert (among.error, among.low, among.high) == pytest.approx((alone.error, alone.low, alone.high), 1e-7)


def test_errors_are_undefined_where_the_statistic_is():
    sums = np.array([[1.0, 2.0], [0.0, 0.0]])
    errors = standard_errors(ratio, sums, np.ones((1, 2)), np.array([[1.0], [0.0]]))
    assert np.isnan(errors).tolist() == [False, True]
