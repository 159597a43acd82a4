"""What the values would be without the luck of the tasks: luck is taken out, differences stay."""

import numpy as np
import pytest

from calibration.stats.judges.confusion_statistics import STATISTICS
from calibration.stats.ranking import shrunken_centre as module
from calibration.stats.ranking.panels import all_panels, count_panels
from calibration.stats.ranking.ranking_inputs import METRICS
from calibration.stats.ranking.shrunken_centre import shrunk_to_the_median, shrunken_centre

TASKS, UNITS = 60, 1200


def panels_of(error_rates, size, seed=0):
    stream = np.random.RandomState(seed)
    gold = stream.randint(0, 2, UNITS).astype(np.int8)
    wrong = stream.rand(UNITS, len(error_rates)) < np.array(error_rates)
    votes = np.where(wrong, 1 - gold[:, None], gold[:, None]).astype(np.int8)
    members = all_panels(len(error_rates), size)
    return count_panels(votes, gold, np.arange(UNITS) % TASKS, TASKS, members), members


def scores_and_centre(error_rates, size=3, metric="kappa"):
    counts, members = panels_of(error_rates, size)
    return STATISTICS[metric].of(*counts.totals()), shrunken_centre(counts, members, metric), members


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("size", [1, 3, 9])
def test_judges_who_differ_by_luck_alone_are_made_alike(metric, size):
    scores, centre, _ = scores_and_centre([0.2] * 10, size, metric)
    assert np.ptp(centre) < 0.35 * np.ptp(scores)
    assert np.median(centre) == pytest.approx(np.median(scores), abs=0.01)


def test_a_judge_who_stands_out_keeps_the_distance_and_the_others_do_not():
    scores, centre, members = scores_and_centre([0.02] + [0.25] * 9, size=1)
    assert centre[0] == pytest.approx(scores[0], abs=0.02)
    assert np.ptp(centre[1:]) < 0.35 * np.ptp(scores[1:])
    scores, centre, members = scores_and_centre([0.02] + [0.25] * 9)
    with_it = (members == 0).any(axis=1)
    gap = scores[with_it].mean() - scores[~with_it].mean()
    assert centre[with_it].mean() - centre[~with_it].mean() == pytest.approx(gap, rel=0.15)


def test_what_differs_widely_stays():
    scores, centre, _ = scores_and_centre(np.linspace(0.05, 0.4, 10))
    assert np.corrcoef(scores, centre)[0, 1] > 0.99
    assert np.ptp(centre) > 0.85 * np.ptp(scores)


def test_nothing_to_compare_or_no_value_stays_as_it_is():
    counts, members = panels_of([0.2] * 3, 3)
    assert shrunken_centre(counts, members, "kappa") == pytest.approx(
        STATISTICS["kappa"].of(*counts.totals())
    )
    votes, gold = np.ones((8, 2), dtype=np.int8), np.ones(8, dtype=np.int8)
    votes[0, 1] = 0
    undefined = count_panels(votes, gold, np.arange(8), 8, all_panels(2, 1))
    centre = shrunken_centre(undefined, all_panels(2, 1), "kappa")
    assert np.isnan(centre).tolist() == [True, False]


def test_blocks_of_any_size_give_the_same_centre(monkeypatch):
    counts, members = panels_of([0.2] * 6, 3)
    whole = shrunken_centre(counts, members, "kappa")
    monkeypatch.setattr(module, "NUMBERS_AT_ONCE", 200)
    assert shrunken_centre(counts, members, "kappa") == pytest.approx(whole, abs=1e-12)


def test_towards_the_median_by_as_much_as_the_noise_asks():
    added = np.array([0.0, 0.1, -0.1, 0.05, -0.05, 3.0])
    assert shrunk_to_the_median(added, 0.0).tolist() == added.tolist()
    shrunken = shrunk_to_the_median(added, 0.01)
    assert shrunken[-1] == pytest.approx(3.0, abs=0.1)
    assert np.ptp(shrunken[:-1]) < 0.5 * np.ptp(added[:-1])
    assert (np.diff(shrunken[np.argsort(added)]) > 0).all()
