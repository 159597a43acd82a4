"""Percentile and jackknife intervals, with numbers derived by hand."""

import math

import numpy as np
import pytest

from calibration.stats.resampling.draws import task_draws
from calibration.stats.resampling.estimate import Estimate, no_estimate
from calibration.stats.resampling.interval import estimate_from_draws, jackknife_interval, percentile_interval
from calibration.stats.resampling.reasons import SENTENCES, sentence


def test_percentiles_are_linear() -> None:
    # 2.5 % of the way from 0 to 100 in 100 equal steps lies at 2.5.
    assert percentile_interval(np.arange(101.0)) == (2.5, 97.5, 0)


def test_undefined_draws_are_dropped_and_counted() -> None:
    assert percentile_interval([np.nan, 0.0, 1.0, np.inf]) == (pytest.approx(0.025), pytest.approx(0.975), 2)


@pytest.mark.parametrize(("values", "undefined"), [([], 0), ([np.nan, np.nan], 2)])
def test_no_defined_draw_gives_no_interval(values: list[float], undefined: int) -> None:
    assert percentile_interval(values) == (None, None, undefined)


def test_jackknife_of_a_mean_is_the_t_interval() -> None:
    # Values 1, 2, 3, 6: mean 3, variance 14/3; without one, 11/3, 10/3, 3, 2. The jackknife
    # standard error of a mean is sqrt(variance / n) = sqrt(14/12). t(3) at 97.5 % is 3.182446.
    low, high = jackknife_interval(3.0, [11 / 3, 10 / 3, 3, 2])
    assert high - 3.0 == pytest.approx(3.182446 * math.sqrt(14 / 12), abs=1e-6)
    assert 3.0 - low == pytest.approx(high - 3.0)


def test_jackknife_of_two_tasks_is_an_interval() -> None:
    # Without one, 1 and 3: mean 2, standard error sqrt(1/2 (1 + 1)) = 1. t(1) at 97.5 % is 12.7062.
    assert jackknife_interval(2.0, [1.0, 3.0]) == pytest.approx((2 - 12.7062, 2 + 12.7062), abs=1e-4)


def test_two_tasks_have_an_interval() -> None:
    # sqrt(2) t(1) at 97.5 % is 17.97: the expanded percentiles are the first and the last draw.
    estimate = estimate_from_draws(0.5, [0.0, 1.0], task_draws(2, 2), n_units=9, n_tasks=2)
    assert (estimate.low, estimate.high, estimate.method) == (pytest.approx(0), pytest.approx(1), "expanded")
    percentiles = (estimate.percentile_low, estimate.percentile_high)
    assert percentiles == (pytest.approx(0.025), pytest.approx(0.975))
    assert estimate.reason is None


@pytest.mark.parametrize("left_out", [[1.0], [], [1.0, np.nan, 2.0]])
def test_jackknife_without_enough_defined_values_is_none(left_out: list[float]) -> None:
    assert jackknife_interval(1.0, left_out) == (None, None)


def test_no_draws_keep_the_value_and_say_why_there_is_no_interval() -> None:
    estimate = estimate_from_draws(0.5, [], task_draws(3, 0), n_units=9, n_tasks=3)
    assert (estimate.value, estimate.low, estimate.high, estimate.reason) == (0.5, None, None, "no_draws")


def test_one_task_keeps_the_value_and_claims_no_precision() -> None:
    estimate = estimate_from_draws(0.5, [0.5] * 10, task_draws(1, 10), n_units=9, n_tasks=1)
    assert (estimate.value, estimate.low, estimate.high, estimate.reason) == (0.5, None, None, "one_task")


def test_an_estimate_refuses_nan_and_a_missing_value_without_reason() -> None:
    with pytest.raises(ValueError, match="finite"):
        Estimate(math.nan, None, None, 1, 1)
    with pytest.raises(ValueError, match="needs a reason"):
        Estimate(None, None, None, 1, 1)


NOTHING = {"value": None, "low": None, "high": None, "n_units": 0, "n_tasks": 0, "reason": "no_data"}


def test_json_has_exactly_the_nine_fields_and_tables_six() -> None:
    found = no_estimate("no_data")
    assert found.as_published() == NOTHING
    assert found.as_json() == NOTHING | {"method": None, "percentile_low": None, "percentile_high": None}


def test_tables_have_the_percentiles_and_json_has_both() -> None:
    found = Estimate(0.5, 0.3, 0.7, 9, 12, method="studentised", percentile_low=0.35, percentile_high=0.66)
    published, told = found.as_published(), found.as_json()
    assert (published["low"], published["high"]) == (0.35, 0.66)
    assert (told["low"], told["high"], told["method"]) == (0.3, 0.7, "studentised")
    assert (told["percentile_low"], told["percentile_high"]) == (0.35, 0.66)


def test_all_draws_alike_have_no_interval_and_are_published_as_they_were() -> None:
    found = estimate_from_draws(0.4, [0.4] * 10, task_draws(12, 10), n_units=30, n_tasks=12)
    assert (found.low, found.high, found.method, found.reason) == (None, None, "", "no_variation")
    published = found.as_published()
    assert (published["low"], published["high"], published["reason"]) == (0.4, 0.4, None)


def test_every_reason_is_a_full_sentence() -> None:
    assert sentence(None) == ""
    for code in SENTENCES:
        assert sentence(code).endswith(".")
