"""The coverage study is worth as much as its truth: the formulas against one large simulation."""

import numpy as np
import pytest

from annotation.verdicts.rules import panel_verdicts
from benchmarks.simulated_labels import Labelling, panel_error_rate, simulate, true_fleiss, true_kappa
from calibration.stats.agreement.agreement import agreement_summary
from calibration.stats.agreement.ratings import Ratings
from calibration.stats.judges.confusion import confusion
from calibration.stats.resampling.draws import task_draws

TASKS = 6_000


@pytest.fixture(scope="module")
def alike():
    labelling = Labelling((0.15,) * 3, unit=0.1, task=0.1, own=0.15)
    return labelling, simulate(labelling, TASKS, np.random.RandomState(3))


def test_true_kappa_of_a_judge(alike):
    labelling, labels = alike
    found = confusion(labels.values[:, 0], labels.gold, labels.tasks, TASKS).value("kappa")
    assert found == pytest.approx(float(true_kappa(0.15, labelling.prevalence)), abs=0.01)


def test_true_fleiss_kappa_of_clinicians(alike):
    labelling, labels = alike
    ratings = Ratings.of(labels.values, labels.tasks)
    found = agreement_summary(ratings, task_draws(TASKS, 0), ["fleiss_kappa"])["fleiss_kappa"].value
    assert found == pytest.approx(true_fleiss(labelling), abs=0.01)


def test_error_rate_of_a_panel():
    labelling = Labelling((0.1, 0.2, 0.3), unit=0.2, task=0.1, own=0.15)
    labels = simulate(labelling, TASKS, np.random.RandomState(4))
    found = (panel_verdicts(labels.values) != labels.gold).mean()
    assert found == pytest.approx(panel_error_rate(labelling, (0, 1, 2)), abs=0.005)


def test_error_rate_of_a_panel_of_strangers_by_hand():
    # Independent judges: two or three of three err with 3 * .1^2 * .9 + .1^3.
    labelling = Labelling((0.1,) * 3, unit=0, task=0, own=0.5)
    assert panel_error_rate(labelling, (0, 1, 2)) == pytest.approx(0.028)


def test_perfect_and_useless_verdicts():
    assert true_kappa(0.0, 0.6) == pytest.approx(1)
    assert true_kappa(0.5, 0.6) == pytest.approx(0)
