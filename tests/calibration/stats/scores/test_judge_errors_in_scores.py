"""What the panel's errors and missing votes could do to scores, on tables worked out by hand."""

import numpy as np
import pytest

from calibration.stats.resampling.draws import task_draws
from calibration.stats.scores.calibration_bias import (
    bias_by_dimension,
    calibration_bias,
    judge_error_band,
    weighted_bias,
)
from calibration.stats.scores.ppi import ppi_means
from calibration.stats.scores.scored_cells import ScoredCells
from calibration.stats.scores.two_rule_check import two_rule_check
from tests.calibration.stats.naive import percentiles_of

UNITS = {
    "tasks": [0, 0, 0, 1, 1, 2, 2],
    "dimensions": ["A", "A", "B", "A", "B", "B", "B"],
    "weights": [2, 3, 1, 5, 4, 5, 9],
    "panel": [1, 0, 1, 1, 0, 1, 1],
    "gold": [0, 0, 1, 1, 1, 0, -1],
}


def test_net_bias_by_hand() -> None:
    # A: wrongly met weight 2 of 10. B: 5 wrongly met, 4 wrongly not met, of 10; undecided units are left out.
    by = bias_by_dimension(calibration_bias(**UNITS), task_draws(3, 100))
    assert by["A"].value == pytest.approx(0.2)
    assert by["B"].value == pytest.approx(0.1)
    assert (by["A"].n_units, by["A"].n_tasks) == (3, 2)
    assert (by["B"].n_units, by["B"].n_tasks) == (3, 3)


def test_interval_of_the_bias_equals_the_slow_one() -> None:
    idx = np.random.RandomState(3).randint(0, 3, size=(100, 3))
    excess, weight = np.array([0.0, -4, 5]), np.array([1.0, 4, 5])
    slow = [excess[drawn].sum() / weight[drawn].sum() for drawn in idx]
    bias = weighted_bias(calibration_bias(**UNITS), {"B": 1.0}, task_draws(3, 100, 3))
    assert percentiles_of(bias) == pytest.approx(np.percentile(slow, [2.5, 97.5]), abs=1e-12)


def test_band_is_the_score_less_the_bias_of_its_dimensions() -> None:
    bias, draws = calibration_bias(**UNITS), task_draws(3, 100)
    band = judge_error_band(0.7, {"A": 0.25, "B": 0.75, "C": 0.0}, bias, draws)
    of_bias = weighted_bias(bias, {"A": 0.25, "B": 0.75}, draws)
    assert band.value == pytest.approx(0.7 - (0.25 * 0.2 + 0.75 * 0.1))
    assert (band.low, band.high) == (pytest.approx(0.7 - of_bias.high), pytest.approx(0.7 - of_bias.low))
    assert band.low < band.value < band.high


@pytest.mark.parametrize("shares", [{"C": 1.0}, {"A": 0.5, "C": 0.5}, {}])
def test_a_dimension_the_calibration_set_lacks_has_a_reason(shares: dict[str, float]) -> None:
    band = judge_error_band(0.7, shares, calibration_bias(**UNITS), task_draws(3, 10))
    assert (band.value, band.reason) == (None, "no_data")


def test_one_calibration_task_gives_a_band_without_width_claims() -> None:
    one = calibration_bias([0, 0], ["A", "A"], [1, 1], [1, 0], [0, 0])
    band = judge_error_band(0.7, {"A": 1.0}, one, task_draws(1, 10))
    assert (band.value, band.low, band.high, band.reason) == (pytest.approx(0.2), None, None, "one_task")


def test_units_must_be_complete() -> None:
    with pytest.raises(ValueError, match="needs a dimension, a weight, a verdict and a majority"):
        calibration_bias([0], ["A"], [1, 2], [1], [0])


def test_two_rules_differ_only_where_a_minority_of_the_panel_carries_the_verdict() -> None:
    # (met, voting) of a panel of 3; only 1 of 1 turns from met to not met; 0 of 0 has no verdict.
    cases = [(0, 0), (0, 1), (1, 1), (0, 2), (1, 2), (2, 2), (0, 3), (1, 3), (2, 3), (3, 3)]
    check = two_rule_check([met for met, _ in cases], [voting for _, voting in cases], 3)
    assert (check.n_verdicts, check.n_changed, check.n_without_vote) == (9, 1, 1)
    assert check.share_changed == pytest.approx(1 / 9)
    assert two_rule_check([0], [0], 3).share_changed is None


@pytest.mark.parametrize(("met", "voting"), [([2], [1]), ([-1], [1]), ([1], [4])])
def test_impossible_votes_are_refused(met: list[int], voting: list[int]) -> None:
    with pytest.raises(ValueError, match="Judgment 1 has"):
        two_rule_check(met, voting, 3)


@pytest.fixture
def evaluation() -> ScoredCells:
    return ScoredCells.of([0, 1, 2, 0, 1], [0, 0, 0, 1, 1], [0.4, 0.6, 0.8, 0.5, 0.7], [True] * 5)


@pytest.fixture
def labelled() -> ScoredCells:
    return ScoredCells.of([0, 1, 2], [0, 0, 0], [0.4, 0.6, 0.9], [True] * 3, n_tasks=3, n_models=2)


def test_prediction_powered_mean_by_hand(evaluation: ScoredCells, labelled: ScoredCells) -> None:
    # Model 0: mean .6; clinicians give .3 and .4 where the panel gives .4 and .6: mean correction -.15.
    first, second = ppi_means(evaluation, labelled, [0.3, 0.4, np.nan], task_draws(3, 200))
    assert first.value == pytest.approx(0.6 - 0.15)
    assert (first.n_units, first.n_tasks) == (3, 3)
    assert (second.value, second.reason) == (None, "no_labelled_cells")


def test_prediction_powered_interval_equals_the_slow_one(
    evaluation: ScoredCells, labelled: ScoredCells
) -> None:
    panel, gap = np.array([0.4, 0.6, 0.8]), np.array([-0.1, -0.2, np.nan])
    idx = np.random.RandomState(9).randint(0, 3, size=(200, 3))
    slow = [panel[drawn].mean() + gap[drawn[drawn < 2]].mean() for drawn in idx if (drawn < 2).any()]
    first, _ = ppi_means(evaluation, labelled, [0.3, 0.4, np.nan], task_draws(3, 200, 9))
    assert percentiles_of(first) == pytest.approx(np.percentile(slow, [2.5, 97.5]), abs=1e-12)
    assert first.undefined_draws == 200 - len(slow) > 0


def test_labelled_cells_must_number_the_same_tasks_and_models(evaluation: ScoredCells) -> None:
    other = ScoredCells.of([0], [0], [0.4], [True])
    with pytest.raises(ValueError, match="same tasks and models"):
        ppi_means(evaluation, other, [0.3], task_draws(3, 10))
