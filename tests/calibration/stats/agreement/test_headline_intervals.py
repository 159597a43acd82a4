"""The studentised intervals of the coefficients by the slow way, and those of ratings that all agree."""

import numpy as np
import pytest

from calibration.stats.agreement.agreement import COEFFICIENTS, EVERY, agreement_summary
from calibration.stats.agreement.agreement_sums import AgreementSums, agreement_sums
from calibration.stats.agreement.intervals import FACTS
from calibration.stats.agreement.pairwise import each_pair
from calibration.stats.agreement.ratings import Ratings
from calibration.stats.resampling.draws import task_draws

N_TASKS, N_DRAWS = 14, 80


def some_ratings(n_tasks: int = N_TASKS) -> Ratings:
    """Tasks of different sizes and prevalence, three raters, one rating in ten missing."""
    stream = np.random.RandomState(11)
    tasks = np.repeat(np.arange(n_tasks), stream.randint(4, 12, n_tasks))
    met = stream.beta(3, 2, n_tasks)[tasks] > stream.rand(len(tasks))
    values = (met[:, None] ^ (stream.rand(len(tasks), 3) < 0.15)).astype(object)
    values[stream.rand(*values.shape) < 0.1] = None
    return Ratings.of([[None if v is None else int(v) for v in row] for row in values], tasks)


@pytest.mark.parametrize("name", EVERY)
def test_studentised_intervals_equal_the_slow_ones(name: str) -> None:
    ratings = some_ratings()
    sums, coefficient = agreement_sums(ratings), COEFFICIENTS[name]

    def of(weights):
        return float(coefficient(AgreementSums(weights @ sums.table, sums.q, sums.scale)))

    def error(weights):
        """The root of the sum of squares of what one more of each drawn task would change."""
        pulls = [(of(weights + step) - of(weights - step)) / 2e-5 for step in 1e-5 * np.eye(N_TASKS)]
        return np.sqrt((weights * np.square(pulls)).sum())

    once = np.ones(N_TASKS)
    value, ts = of(once), []
    for drawn in np.random.RandomState(20260714).randint(0, N_TASKS, size=(N_DRAWS, N_TASKS)):
        weights = np.bincount(drawn, minlength=N_TASKS).astype(float)
        ts.append((of(weights) - value) / error(weights))
    t_low, t_high = np.percentile(ts, [2.5, 97.5])
    found = agreement_summary(ratings, task_draws(N_TASKS, N_DRAWS), [name])[name]
    assert found.method == "studentised"
    expected = value - t_high * error(once), min(1.0, value - t_low * error(once))
    assert (found.low, found.high) == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize("name", EVERY)
def test_a_coefficient_depends_on_the_sums_that_it_names_and_on_no_other(name: str) -> None:
    table = agreement_sums(some_ratings()).total.table
    named = FACTS[name].columns(2)

    def of(changed):
        moved = table.copy()
        moved[changed] += 1.0
        return float(COEFFICIENTS[name](AgreementSums(moved, 2, 6)))

    value = of([])
    assert of([column for column in range(len(table)) if column not in named]) == value
    assert any(of([column]) != value for column in named)


@pytest.mark.parametrize(("n_tasks", "method"), [(9, "expanded"), (10, "studentised")])
def test_from_ten_tasks_on_it_is_studentised(n_tasks: int, method: str) -> None:
    ratings = some_ratings(n_tasks)
    summary = agreement_summary(ratings, task_draws(n_tasks, 200))
    assert {estimate.method for estimate in summary.values()} == {method}
    assert each_pair(ratings, task_draws(n_tasks, 200))[0].estimates["cohen_kappa"].method == method


def test_where_all_agree_each_coefficient_has_its_bound() -> None:
    # Ten tasks, in each one pair met by all three and one met by nobody: half is met. .05 ** .1 = .741134.
    tasks = np.repeat(np.arange(10), 2)
    summary = agreement_summary(Ratings.of([[1] * 3, [0] * 3] * 10, tasks), task_draws(10, 200), EVERY)
    for name in ("percent_agreement", "positive_agreement", "negative_agreement"):
        assert (summary[name].low, summary[name].high) == (pytest.approx(0.741134, abs=1e-6), 1.0)
        assert summary[name].method == "bound"
    # pe is a half, so (.741134 - .5) / .5; alpha draws its two ratings without putting back: 29/59.
    for name in ("fleiss_kappa", "gwet_ac1", "pabak", "fleiss_cuzick"):
        assert (summary[name].low, summary[name].high) == (pytest.approx(0.482267, abs=1e-5), 1.0)
        assert summary[name].method == "approximate"
    by_chance = 29 / 59
    low = (0.05**0.1 - by_chance) / (1 - by_chance)
    assert summary["krippendorff_alpha"].low == pytest.approx(low, abs=1e-9)
    assert (summary["prevalence"].low, summary["prevalence"].reason) == (None, "no_variation")


def test_cohen_of_two_who_always_agree_has_the_bound_of_their_margins() -> None:
    # Twelve tasks, three pairs met and one not in each: pe = .75 ** 2 + .25 ** 2 = .625.
    ratings = Ratings.of([[1, 1], [1, 1], [1, 1], [0, 0]] * 12, np.repeat(np.arange(12), 4))
    kappa = each_pair(ratings, task_draws(12, 100))[0].estimates["cohen_kappa"]
    assert (kappa.low, kappa.method) == (pytest.approx((0.05 ** (1 / 12) - 0.625) / 0.375), "approximate")
