"""A slice has the numbers it would have if it were all there is."""

import numpy as np
import pytest

from calibration.stats.agreement.agreement import agreement_summary
from calibration.stats.agreement.ratings import Ratings
from calibration.stats.agreement.slices import agreement_by
from calibration.stats.resampling.cautions import cautions, few_draws, few_tasks
from calibration.stats.resampling.draws import task_draws
from calibration.stats.resampling.estimate import Estimate, no_estimate

N_TASKS = 20


@pytest.fixture
def ratings() -> Ratings:
    rng = np.random.RandomState(8)
    return Ratings.of(rng.randint(0, 2, size=(N_TASKS * 4, 3)), np.repeat(np.arange(N_TASKS), 4))


def test_a_slice_of_some_tasks_equals_the_slice_run_alone(ratings: Ratings) -> None:
    of_task = np.array(["U18", "O18"])[np.arange(N_TASKS) % 2]
    labels = of_task[ratings.tasks]
    by = agreement_by(ratings, labels, task_draws(N_TASKS, 200))
    assert list(by) == ["O18", "U18"]
    values = ratings.values[labels == "U18"]
    alone = Ratings.of(values, np.repeat(np.arange(10), 4))
    assert by["U18"] == agreement_summary(alone, task_draws(10, 200))


def test_a_slice_through_all_tasks_shares_the_draws_of_the_whole(ratings: Ratings) -> None:
    labels = np.tile(["a", "a", "b", "b"], N_TASKS)
    draws = task_draws(N_TASKS, 200)
    by = agreement_by(ratings, labels, draws)
    assert by["a"] == agreement_summary(ratings.where(labels == "a"), draws)


def test_slices_need_one_label_a_unit(ratings: Ratings) -> None:
    with pytest.raises(ValueError, match="one label for each of the 80 units; 3 were given"):
        agreement_by(ratings, ["a", "b", "c"], task_draws(N_TASKS, 5))


def test_few_tasks_carry_a_caution() -> None:
    assert few_tasks(30) is None
    assert few_tasks(29) == "This rests on 29 tasks; with fewer than 30 the interval is only a rough guide."
    assert "1 task;" in few_tasks(1)


def test_few_draws_carry_a_caution_and_none_have_no_interval_to_doubt() -> None:
    assert (few_draws(0), few_draws(200)) == (None, None)
    assert few_draws(199).startswith("The interval comes from 199 bootstrap draws; with fewer than 200")
    assert "1 bootstrap draw;" in few_draws(1)
    assert len(cautions(Estimate(0.5, 0.4, 0.6, 100, 29), 199)) == 2
    assert cautions(Estimate(0.5, 0.4, 0.6, 100, 30), 200) == []


def test_without_an_interval_there_is_a_reason_and_no_caution() -> None:
    assert cautions(no_estimate("one_category", n_units=9, n_tasks=3), 20) == []
    assert cautions(Estimate(0.5, None, None, 9, 1, reason="one_task"), 20) == []


def test_more_than_one_percent_of_undefined_draws_carries_a_caution() -> None:
    def estimate(undefined: int) -> Estimate:
        return Estimate(0.5, 0.4, 0.6, 100, 75, undefined_draws=undefined)

    assert cautions(estimate(100), 10_000) == []
    (caution,) = cautions(estimate(101), 10_000)
    assert "undefined in 101 of 10,000 bootstrap draws" in caution
    assert cautions(estimate(0), 0) == []
