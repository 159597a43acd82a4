"""One judge against gold: overall, by dimension, weighted, and on relatives."""

import pytest

from calibration.stats.judges.judge_profile import judge_profile
from calibration.stats.resampling import reasons
from calibration.stats.resampling.draws import task_draws
from calibration.stats.resampling.input_error import StatisticsInputError

# Eight units in four tasks: the judge is right on identification and always says met on disclaimers.
SAID = [1, 0, 1, 0, 1, 1, 1, -1]
GOLD = [1, 0, 1, 0, 1, 0, 0, 0]
TASKS = [0, 0, 1, 1, 2, 2, 3, 3]
DIMENSIONS = ["Identification"] * 4 + ["Disclaimers"] * 4
WEIGHTS = [1, 2, 3, 4, 5, 10, 1, 1]


@pytest.fixture
def profile():
    return judge_profile(SAID, GOLD, TASKS, task_draws(4, 500), slices=DIMENSIONS, weights=WEIGHTS)


def test_overall_counts_and_coverage(profile):
    assert profile.overall.counts == (3, 2, 0, 2)
    assert profile.overall.coverage == 7 / 8
    assert profile.overall.statistics["agreement"].value == pytest.approx(5 / 7)
    assert profile.overall.statistics["agreement"].n_units == 7
    assert profile.overall.statistics["net_bias"].value == pytest.approx(2 / 7)


def test_a_broken_dimension_shows(profile):
    assert list(profile.by) == ["Disclaimers", "Identification"]
    assert profile.by["Identification"].statistics["kappa"].value == 1
    broken = profile.by["Disclaimers"].statistics
    assert (broken["kappa"].value, broken["false_met_rate"].value) == (0, 1)
    assert broken["mcc"].reason == reasons.CONSTANT_SIDE
    assert broken["false_met_rate"].n_tasks == 2


def test_weights_count(profile):
    # Wrong: units 6 and 7, weight 10 and 1, of 26 with a verdict.
    assert profile.overall.weighted["agreement"].value == pytest.approx(15 / 26)
    assert profile.overall.weighted["agreement"].n_units == 7


def test_without_weights_or_slices_there_is_only_the_overall_comparison():
    profile = judge_profile(SAID, GOLD, TASKS, task_draws(4, 0))
    assert profile.by == {}
    assert profile.overall.weighted == {}
    assert profile.overall.statistics["kappa"].reason == reasons.NO_DRAWS


def test_intervals_hold_the_value(profile):
    agreement = profile.overall.statistics["agreement"]
    assert agreement.low < agreement.value < agreement.high


def test_a_judge_without_a_vote_gets_reasons():
    profile = judge_profile([-1, -1], [1, 0], [0, 1], task_draws(2, 100))
    assert profile.overall.coverage == 0
    assert {found.reason for found in profile.overall.statistics.values()} == {reasons.NO_DATA}


@pytest.mark.parametrize("options", [{"slices": ["a"]}, {"weights": [1]}])
def test_lists_of_another_length_are_refused(options):
    with pytest.raises(StatisticsInputError, match=r"8 units.*\.$"):
        judge_profile(SAID, GOLD, TASKS, task_draws(4, 10), **options)
