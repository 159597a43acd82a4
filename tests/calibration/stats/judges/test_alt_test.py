"""The alternative annotator test against its definition and SciPy."""

import numpy as np
import pytest
from scipy.stats import false_discovery_control, ttest_1samp

from calibration.stats.judges.alt_test import EPSILONS, LABEL, alt_test, benjamini_yekutieli
from calibration.stats.resampling import reasons
from calibration.stats.resampling.input_error import StatisticsInputError


def noisy_table(seed=5, n_units=120):
    stream = np.random.RandomState(seed)
    truth = stream.randint(0, 2, n_units)
    ratings = np.where(stream.rand(n_units, 3) < [0.2, 0.25, 0.3], 1 - truth[:, None], truth[:, None])
    panel = np.where(stream.rand(n_units) < 0.2, 1 - truth, truth)
    ratings[stream.rand(n_units, 3) < 0.05] = -1
    panel[:3] = -1
    return panel, ratings


def test_by_the_published_definition():
    panel, ratings = noisy_table()
    found = alt_test(panel, ratings)
    p_values = []
    for j, clinician in enumerate(found.clinicians):
        panel_wins, clinician_wins = [], []
        for said, row in zip(panel, ratings, strict=True):
            others = [row[k] for k in range(3) if k != j and row[k] != -1]
            if said == -1 or row[j] == -1 or not others:
                continue
            of_panel = np.mean([said == other for other in others])
            of_clinician = np.mean([row[j] == other for other in others])
            panel_wins.append(of_panel >= of_clinician)
            clinician_wins.append(of_clinician >= of_panel)
        assert clinician.n_units == len(panel_wins)
        assert clinician.panel_wins == pytest.approx(np.mean(panel_wins))
        assert clinician.clinician_wins == pytest.approx(np.mean(clinician_wins))
        lost_by = np.subtract(clinician_wins, panel_wins, dtype=float)
        expected = [ttest_1samp(lost_by, epsilon, alternative="less").pvalue for epsilon in EPSILONS]
        assert clinician.p_values == pytest.approx(expected)
        p_values.append(expected)
    for place, result in enumerate(found.by_epsilon):
        adjusted = false_discovery_control([p[place] for p in p_values], method="by")
        assert result.beaten == tuple(adjusted <= 0.05)
        assert result.winning_rate == pytest.approx(np.mean(adjusted <= 0.05))
        assert result.passed == (result.winning_rate >= 0.5)
    assert found.advantage_probability == pytest.approx(np.mean([c.panel_wins for c in found.clinicians]))
    assert found.label == LABEL == "ties count as wins"


def test_a_larger_handicap_never_lowers_the_winning_rate():
    rates = [result.winning_rate for result in alt_test(*noisy_table()).by_epsilon]
    assert rates == sorted(rates)
    assert [result.epsilon for result in alt_test(*noisy_table()).by_epsilon] == [0, 0.05, 0.1, 0.15, 0.2]


def test_a_panel_equal_to_everyone_ties_everywhere_and_beats_nobody_without_a_handicap():
    ratings = np.tile([[1, 1, 1], [0, 0, 0]], (20, 1))
    found = alt_test(ratings[:, 0], ratings)
    assert found.advantage_probability == 1
    assert [result.winning_rate for result in found.by_epsilon] == [0, 1, 1, 1, 1]


def test_clinicians_with_fewer_than_thirty_units_are_skipped():
    panel, ratings = noisy_table()
    ratings[29:, 2] = -1
    panel[:] = 1
    ratings[:29, 2] = 1
    found = alt_test(panel, ratings)
    assert found.clinicians[2].reason == reasons.TOO_FEW_UNITS
    assert found.clinicians[2].p_values is None
    assert found.clinicians[2].panel_wins is not None
    assert all(result.beaten[2] is None for result in found.by_epsilon)
    assert found.by_epsilon[0].winning_rate in (0, 0.5, 1)


@pytest.mark.parametrize(("n_units", "is_tested"), [(29, False), (30, True), (31, True)])
def test_thirty_units_are_enough(n_units, is_tested):
    ratings = np.tile([[1, 1, 1], [0, 0, 0]], (16, 1))[:n_units]
    found = alt_test(ratings[:, 0], ratings)
    reason = None if is_tested else reasons.TOO_FEW_UNITS
    assert found.reason == reason
    assert {clinician.reason for clinician in found.clinicians} == {reason}
    assert {clinician.p_values is not None for clinician in found.clinicians} == {is_tested}


def test_half_of_the_clinicians_is_enough_to_pass():
    # The panel says what the first three say and the fourth never does: it ties with the three and beats the
    # fourth, of four clinicians one, of the first and the fourth one of two.
    ratings = np.tile([[1, 1, 1, 0], [0, 0, 0, 1]], (30, 1))
    found = alt_test(ratings[:, 0], ratings)
    assert found.by_epsilon[0].beaten == (False, False, False, True)
    assert (found.by_epsilon[0].winning_rate, found.by_epsilon[0].passed) == (0.25, False)
    two = alt_test(ratings[:, 0], ratings[:, [0, 3]])
    assert (two.by_epsilon[0].winning_rate, two.by_epsilon[0].passed) == (0.5, True)
    assert [result.passed for result in found.by_epsilon] == [False, True, True, True, True]


def test_nobody_to_test_is_a_reason():
    found = alt_test([1, 0, -1], np.array([[1, 1], [0, 1], [1, 1]]))
    assert found.reason == reasons.TOO_FEW_UNITS
    assert (found.advantage_probability, found.by_epsilon[0].winning_rate) == (None, None)
    nothing = alt_test([-1, -1], np.array([[1, 1], [0, 1]]))
    assert {clinician.reason for clinician in nothing.clinicians} == {reasons.NO_DATA}


def test_benjamini_yekutieli_by_hand():
    # m = 3: 1 + 1/2 + 1/3 = 11/6, thresholds .05 r / 5.5 = .00909, .01818, .02727.
    assert benjamini_yekutieli([0.027, 0.02, 0.019]).tolist() == [True, True, True]
    assert benjamini_yekutieli([0.028, 0.009, 0.019]).tolist() == [False, True, False]
    assert benjamini_yekutieli([0.5, 0.6]).tolist() == [False, False]


def test_bad_input_is_refused():
    with pytest.raises(StatisticsInputError, match="at least two"):
        alt_test([1], [[1]])
    with pytest.raises(StatisticsInputError, match="verdict is 1"):
        alt_test([3, 1], [[1, 1], [0, 0]])
