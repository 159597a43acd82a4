"""The human ceiling: panel and clinician against the same other clinicians."""

import numpy as np
import pytest

from calibration.stats.judges.ceiling import human_ceiling
from calibration.stats.resampling import reasons
from calibration.stats.resampling.draws import task_draws
from calibration.stats.resampling.input_error import StatisticsInputError
from tests.calibration.stats.naive import percentiles_of

# Six units; clinician c disagrees with a and b on the last two, the panel on the last.
A = [1, 1, 0, 0, 1, 0]
B = [1, 1, 0, 0, 1, 0]
C = [1, 1, 0, 0, 0, 1]
PANEL = [1, 1, 0, 0, 1, 1]
RATINGS = np.array([A, B, C]).T
TASKS = np.arange(6) % 3


def test_agreement_by_hand():
    found = human_ceiling(PANEL, RATINGS, TASKS, task_draws(3, 200), "agreement")
    # Against b and c, over 12 pairs: the panel agrees on 5 + 5, a on 6 + 4.
    a, b, c = found.clinicians
    assert (a.panel.value, a.clinician.value) == pytest.approx((10 / 12, 10 / 12))
    assert a.difference.value == pytest.approx(0)
    assert b.difference.value == pytest.approx(0)
    # Against a and b: the panel on 5 + 5, c on 4 + 4.
    assert (c.panel.value, c.clinician.value) == pytest.approx((10 / 12, 8 / 12))
    assert found.mean.difference.value == pytest.approx((0 + 0 + 2 / 12) / 3)
    assert (c.difference.n_units, c.difference.n_tasks) == (6, 3)


def test_kappa_by_hand():
    c = human_ceiling(PANEL, RATINGS, TASKS, task_draws(3, 200)).clinicians[2]
    # c against a and b: 12 pairs, 8 agree, both say met half the time: pa 2/3, pe 1/2.
    assert c.clinician.value == pytest.approx(1 / 3)
    # The panel: TP 6, FP 2, TN 4 of 12: pa 10/12, pe = (8/12)(6/12) + (4/12)(6/12) = 1/2.
    assert c.panel.value == pytest.approx(2 / 3)
    assert c.difference.value == pytest.approx(1 / 3)


def test_a_panel_that_copies_a_clinician_has_no_difference_to_them():
    stream = np.random.RandomState(1)
    ratings = stream.randint(0, 2, (60, 3))
    row = human_ceiling(ratings[:, 0], ratings, np.arange(60) % 12, task_draws(12, 300)).clinicians[0]
    assert (row.difference.value, percentiles_of(row.difference)) == (0, [0, 0])
    assert (row.difference.low, row.difference.reason) == (None, "no_variation")


def test_intervals_equal_a_slow_bootstrap():
    stream = np.random.RandomState(8)
    ratings, panel = stream.randint(-1, 2, (80, 3)), stream.randint(-1, 2, 80)
    tasks = stream.randint(0, 10, 80)
    found = human_ceiling(panel, ratings, tasks, task_draws(10, 150, seed=4), "agreement")

    def difference(units, j):
        same = {"panel": [], "clinician": []}
        for unit in units:
            others = [ratings[unit, k] for k in range(3) if k != j and ratings[unit, k] != -1]
            if panel[unit] == -1 or ratings[unit, j] == -1:
                continue
            same["panel"] += [other == panel[unit] for other in others]
            same["clinician"] += [other == ratings[unit, j] for other in others]
        return np.mean(same["panel"]) - np.mean(same["clinician"])

    drawn = []
    for tasks_drawn in np.random.RandomState(4).randint(0, 10, size=(150, 10)):
        units = np.concatenate([np.flatnonzero(tasks == task) for task in tasks_drawn])
        drawn.append([difference(units, j) for j in range(3)])
    for j, row in enumerate(found.clinicians):
        expected = np.percentile([values[j] for values in drawn], [2.5, 97.5])
        assert (row.difference.percentile_low, row.difference.percentile_high) == pytest.approx(
            tuple(expected)
        )
    expected = np.percentile(np.mean(drawn, axis=1), [2.5, 97.5])
    assert (found.mean.difference.percentile_low, found.mean.difference.percentile_high) == pytest.approx(
        tuple(expected)
    )


def test_nothing_in_common_is_a_reason():
    ratings = np.array([[1, -1], [-1, 0]])
    found = human_ceiling([1, 0], ratings, [0, 1], task_draws(2, 50))
    assert {row.difference.reason for row in (*found.clinicians, found.mean)} == {reasons.NO_DATA}


def test_one_category_is_a_reason():
    found = human_ceiling([1] * 4, np.ones((4, 3)), [0, 0, 1, 1], task_draws(2, 50))
    assert found.mean.panel.reason == reasons.ONE_CATEGORY


@pytest.mark.parametrize(
    ("panel", "ratings", "statistic", "match"),
    [
        ([1, 0], [[1], [0]], "kappa", "at least two"),
        ([1], [[1, 0], [0, 1]], "kappa", "2 labelled units"),
        ([1, 0], [[1, 2], [0, 1]], "kappa", "label is 1"),
        ([1, 0], [[1, 0], [0, 1]], "sensitivity", "sensitivity"),
    ],
)
def test_bad_input_is_refused(panel, ratings, statistic, match):
    with pytest.raises(StatisticsInputError, match=match):
        human_ceiling(panel, np.array(ratings), [0, 1], task_draws(2, 10), statistic)
