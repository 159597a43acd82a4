"""A judge against gold: the statistics of four counts, by hand and from units."""

from math import sqrt

import numpy as np
import pytest

from calibration.stats.judges.confusion import confusion, estimate, estimates, statistic_of_counts
from calibration.stats.judges.confusion_statistics import STATISTICS
from calibration.stats.resampling import reasons
from calibration.stats.resampling.draws import task_draws
from calibration.stats.resampling.input_error import StatisticsInputError

# TP 40, FP 10, FN 5, TN 45 of 100. pa = .85; pe = .5 * .45 + .5 * .55 = .5; kappa = .35 / .5.
COUNTS = np.array([40, 10, 5, 45])
BY_HAND = {
    "kappa": 0.7,
    "macro_f1": (80 / 95 + 90 / 105) / 2,
    "agreement": 0.85,
    # TP TN - FP FN = 1750; margins 50, 50, 45, 55.
    "mcc": 1750 / sqrt(50 * 50 * 45 * 55),
    # Mean share of met is .475, so pe = 2 * .475 * .525 = .49875.
    "gwet_ac1": (0.85 - 0.49875) / (1 - 0.49875),
    "sensitivity": 40 / 45,
    "specificity": 45 / 55,
    "false_met_rate": 10 / 55,
    "false_not_met_rate": 5 / 45,
    "net_bias": 0.05,
}


@pytest.mark.parametrize("name", STATISTICS)
def test_statistics_by_hand(name):
    assert statistic_of_counts(name, COUNTS) == pytest.approx(BY_HAND[name], abs=1e-14)


def test_counts_lie_in_their_tasks_and_missing_values_count_nowhere():
    said = [1, 1, 0, 0, -1, 1]
    gold = [1, 0, 1, 0, 1, -1]
    counts = confusion(said, gold, [0, 0, 0, 2, 2, 2], n_tasks=3)
    assert counts.per_task.tolist() == [[1, 1, 1, 0], [0, 0, 0, 0], [0, 0, 0, 1]]
    assert (counts.n_units, counts.n_tasks) == (4, 2)


def test_weights_count_as_that_many_units():
    said, gold = np.array([1, 1, 0, 0]), np.array([1, 0, 1, 0])
    tasks = np.zeros(4, dtype=int)
    weighted = confusion(said, gold, tasks, 1, weights=[3, 1, 2, 5])
    repeated = np.repeat(np.arange(4), [3, 1, 2, 5])
    assert (
        weighted.totals.tolist()
        == confusion(said[repeated], gold[repeated], np.zeros(len(repeated), dtype=int), 1).totals.tolist()
    )
    assert weighted.totals.tolist() == [3, 1, 2, 5]
    assert weighted.n_units == 4


@pytest.mark.parametrize(
    ("name", "counts", "reason"),
    [
        ("kappa", [7, 0, 0, 0], reasons.ONE_CATEGORY),
        ("macro_f1", [0, 0, 0, 7], reasons.ONE_CATEGORY),
        ("mcc", [4, 3, 0, 0], reasons.CONSTANT_SIDE),
        ("sensitivity", [0, 2, 0, 5], reasons.NO_UNIT_MET),
        ("false_not_met_rate", [0, 2, 0, 5], reasons.NO_UNIT_MET),
        ("specificity", [2, 0, 5, 0], reasons.NO_UNIT_NOT_MET),
        ("false_met_rate", [2, 0, 5, 0], reasons.NO_UNIT_NOT_MET),
        ("agreement", [0, 0, 0, 0], reasons.NO_DATA),
        ("gwet_ac1", [0, 0, 0, 0], reasons.NO_DATA),
    ],
)
def test_undefined_is_a_reason_and_never_a_number(name, counts, reason):
    said, gold = np.repeat([1, 1, 0, 0], counts), np.repeat([1, 0, 1, 0], counts)
    found = estimate(
        name,
        confusion(said, gold, np.arange(len(said)), max(1, len(said))),
        task_draws(max(1, len(said)), 50),
    )
    assert (found.value, found.low, found.high, found.reason) == (None, None, None, reason)


def test_a_constant_judge_has_kappa_zero_because_the_formula_says_so():
    # pa = 4/7 = pe, so kappa is 0: computed, not a convention.
    assert statistic_of_counts("kappa", np.array([4, 3, 0, 0])) == 0


def test_estimates_equal_a_slow_bootstrap():
    stream = np.random.RandomState(3)
    tasks = stream.randint(0, 9, 200)
    gold, said = stream.randint(0, 2, 200), stream.randint(-1, 2, 200)
    draws = task_draws(9, 300, seed=5)
    found = estimates(confusion(said, gold, tasks, 9), draws)
    drawn_tasks = np.random.RandomState(5).randint(0, 9, size=(300, 9))
    for name in STATISTICS:
        values = []
        for drawn in drawn_tasks:
            units = np.concatenate([np.flatnonzero(tasks == task) for task in drawn])
            counts = [
                np.sum((said[units] == a) & (gold[units] == b)) for a, b in ((1, 1), (1, 0), (0, 1), (0, 0))
            ]
            values.append(float(statistic_of_counts(name, np.array(counts))))
        assert (found[name].percentile_low, found[name].percentile_high) == pytest.approx(
            tuple(np.percentile(values, [2.5, 97.5]))
        )


def test_one_task_has_a_value_and_no_interval():
    found = estimate("kappa", confusion([1, 0, 1], [1, 0, 0], [0, 0, 0], 1), task_draws(1, 100))
    assert found.value == pytest.approx(0.4)  # pa 2/3, pe (2/3)(1/3) + (1/3)(2/3) = 4/9
    assert (found.low, found.high, found.reason) == (None, None, reasons.ONE_TASK)


@pytest.mark.parametrize(
    ("said", "gold", "tasks", "weights"),
    [
        ([1, 2], [1, 0], [0, 0], None),
        ([1, 0], [1, 0.5], [0, 0], None),
        ([1, 0], [1, 0, 1], [0, 0], None),
        ([1, 0], [1, 0], [0, 3], None),
        ([1, 0], [1, 0], [0, -1], None),
        ([1, 0], [1, 0], [0, 0], [1]),
        ([1, 0], [1, 0], [0, 0], [1, float("nan")]),
        ([1, 0], [1, 0], [0, 0], [1, -1]),
    ],
)
def test_bad_input_is_refused_with_a_sentence(said, gold, tasks, weights):
    with pytest.raises(StatisticsInputError, match=r"\.$"):
        confusion(said, gold, tasks, 2, weights)
