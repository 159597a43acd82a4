"""The fast bootstrap against one that copies the drawn tasks' units and applies the definitions to them."""

import numpy as np
import pytest

from calibration.stats.agreement.agreement import SUMMARY, agreement_jackknife, agreement_summary
from calibration.stats.agreement.coefficients import cohen_kappa
from calibration.stats.agreement.pairwise import each_pair, pair_tables
from calibration.stats.agreement.ratings import Ratings
from calibration.stats.resampling.draws import task_draws
from calibration.stats.resampling.interval import jackknife_interval
from tests.calibration.stats import naive
from tests.calibration.stats.naive import percentiles_of

N_TASKS, N_DRAWS, SEED = 6, 60, 11
BINARY = (0, 1)
NAIVE = {
    "percent_agreement": naive.pa,
    "fleiss_kappa": lambda units: naive.fleiss(units, BINARY),
    "gwet_ac1": lambda units: naive.ac1(units, BINARY),
    "krippendorff_alpha": lambda units: naive.alpha(units, BINARY),
    "pabak": lambda units: naive.pabak(units, BINARY),
    "prevalence": lambda units: naive.pi(units, 1),
    "positive_agreement": lambda units: naive.specific(units, 1),
    "negative_agreement": lambda units: naive.specific(units, 0),
}


@pytest.fixture
def table() -> tuple[np.ndarray, np.ndarray]:
    """48 units of 3 raters in 6 tasks, a fifth of the ratings missing."""
    rng = np.random.RandomState(3)
    values = rng.randint(0, 2, size=(48, 3)).astype(float)
    values[rng.random_sample(values.shape) < 0.2] = np.nan
    return values, np.repeat(np.arange(N_TASKS), 8)


def units_of(values: np.ndarray) -> list[list[int]]:
    return [[int(v) for v in row if not np.isnan(v)] for row in values]


def resampled(values: np.ndarray, tasks: np.ndarray, drawn: np.ndarray) -> np.ndarray:
    return np.vstack([values[tasks == task] for task in drawn])


@pytest.mark.parametrize("name", NAIVE)
def test_values_and_intervals_equal_the_slow_ones(name: str, table: tuple[np.ndarray, np.ndarray]) -> None:
    values, tasks = table
    idx = np.random.RandomState(SEED).randint(0, N_TASKS, size=(N_DRAWS, N_TASKS))
    slow = [NAIVE[name](units_of(resampled(values, tasks, drawn))) for drawn in idx]
    estimate = agreement_summary(Ratings.of(values, tasks), task_draws(N_TASKS, N_DRAWS, SEED), [name])[name]
    assert estimate.value == pytest.approx(NAIVE[name](units_of(values)), abs=1e-12)
    assert percentiles_of(estimate) == pytest.approx(np.percentile(slow, [2.5, 97.5]), abs=1e-12)
    assert estimate.undefined_draws == 0


@pytest.mark.parametrize("name", SUMMARY)
def test_jackknife_leaves_one_task_out(name: str, table: tuple[np.ndarray, np.ndarray]) -> None:
    values, tasks = table
    left_out = [NAIVE[name](units_of(values[tasks != task])) for task in range(N_TASKS)]
    expected = jackknife_interval(NAIVE[name](units_of(values)), left_out)
    assert agreement_jackknife(Ratings.of(values, tasks), [name])[name] == pytest.approx(expected, abs=1e-12)


def test_cohen_of_each_pair_equals_the_slow_one(table: tuple[np.ndarray, np.ndarray]) -> None:
    values, tasks = table
    draws = task_draws(N_TASKS, N_DRAWS, SEED)
    idx = np.random.RandomState(SEED).randint(0, N_TASKS, size=(N_DRAWS, N_TASKS))

    def slow(rows: np.ndarray, i: int, j: int) -> float:
        pairs = [(a, b) for a, b in rows[:, [i, j]] if not np.isnan(a + b)]
        return naive.cohen(pairs, BINARY)

    for pair in each_pair(Ratings.of(values, tasks), draws):
        kappas = [slow(resampled(values, tasks, drawn), pair.first, pair.second) for drawn in idx]
        estimate = pair.estimates["cohen_kappa"]
        assert estimate.value == pytest.approx(slow(values, pair.first, pair.second), abs=1e-12)
        assert percentiles_of(estimate) == pytest.approx(np.percentile(kappas, [2.5, 97.5]), abs=1e-12)


def test_draws_without_both_categories_are_dropped_and_counted() -> None:
    # Task 0 is all met, task 1 all not met. Draws with the same task twice have one category.
    ratings = Ratings.of([[1, 1], [0, 0]], [0, 1])
    draws = task_draws(2, 400)
    same_twice = int((draws.counts == 2).any(axis=1).sum())
    kappa = agreement_summary(ratings, draws, ["fleiss_kappa"])["fleiss_kappa"]
    assert 100 < same_twice < 300
    assert (kappa.value, kappa.percentile_low, kappa.percentile_high, kappa.undefined_draws) == (
        1.0,
        1.0,
        1.0,
        same_twice,
    )


def test_the_difference_of_two_kappas_on_the_same_draws_matches_a_published_test() -> None:
    # Vanbelle 2008, section 5.2 on McKenzie 1996: bootstrap chi-square of kappa(gold, BDI) against
    # kappa(gold, GHQ) = 2.19, from another stream of random numbers.
    from tests.calibration.stats.oracles import oracle

    ratings, draws = oracle("mckenzie").ratings(), task_draws(50)
    tables = [pair_tables(ratings.of_raters(pair)) for pair in ([0, 1], [0, 2])]
    first, second = (cohen_kappa(draws.sums(table)) for table in tables)
    difference = float(cohen_kappa(tables[0].sum(axis=0)) - cohen_kappa(tables[1].sum(axis=0)))
    assert difference**2 / np.var(first - second) == pytest.approx(2.19, abs=0.15)
