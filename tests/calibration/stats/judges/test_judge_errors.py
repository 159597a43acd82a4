"""Judges against judges: phi of their errors and the effective number."""

import numpy as np
import pytest

from calibration.stats.judges.judge_errors import effective_number, judge_errors
from calibration.stats.resampling import reasons
from calibration.stats.resampling.draws import task_draws
from calibration.stats.resampling.input_error import StatisticsInputError

GOLD = np.array([1, 1, 1, 1, 0, 0, 0, 0])
TASKS = np.arange(8) % 4
DRAWS = task_draws(4, 300)


def votes_with_errors(*errors):
    """One judge for each list of the units it gets wrong."""
    votes = np.repeat(GOLD[:, None], len(errors), axis=1)
    for judge, units in enumerate(errors):
        votes[units, judge] = 1 - votes[units, judge]
    return votes


def test_the_same_errors_are_worth_one_judge():
    found = judge_errors(votes_with_errors([0, 5], [0, 5], [0, 5]), GOLD, TASKS, DRAWS)
    assert found.mean_phi.value == pytest.approx(1)
    assert found.effective_number.value == pytest.approx(1)
    assert found.fleiss_kappa.value == 1


def test_phi_by_hand():
    # Errors of a: 0, 1; of b: 0, 2. Both wrong 1, a alone 1, b alone 1, neither 5 of 8:
    # (1 * 5 - 1 * 1) / sqrt(2 * 6 * 2 * 6) = 4 / 12.
    found = judge_errors(votes_with_errors([0, 1], [0, 2]), GOLD, TASKS, DRAWS)
    assert found.phi[0, 1] == found.phi[1, 0] == pytest.approx(1 / 3)
    assert found.effective_number.value == pytest.approx(2 / (1 + 1 / 3))
    assert np.isnan(np.diag(found.phi)).all()


def test_phi_equals_the_correlation_of_errors():
    stream = np.random.RandomState(4)
    gold = stream.randint(0, 2, 200)
    votes = np.where(stream.rand(200, 4) < 0.3, 1 - gold[:, None], gold[:, None])
    found = judge_errors(votes, gold, np.arange(200) % 20, task_draws(20, 50))
    expected = np.corrcoef((votes != gold[:, None]).T)
    pairs = ~np.eye(4, dtype=bool)
    assert found.phi[pairs] == pytest.approx(expected[pairs])
    assert found.mean_phi.value == pytest.approx(expected[np.triu_indices(4, 1)].mean())


def test_a_judge_without_errors_has_no_phi_and_the_others_keep_theirs():
    found = judge_errors(votes_with_errors([0, 1], [0, 2], []), GOLD, TASKS, DRAWS)
    assert (found.n_pairs, found.n_pairs_without_phi) == (3, 2)
    assert found.mean_phi.value == pytest.approx(1 / 3)


def test_no_errors_at_all_is_a_reason():
    found = judge_errors(votes_with_errors([], []), GOLD, TASKS, DRAWS)
    assert found.mean_phi.reason == found.effective_number.reason == reasons.CONSTANT_SIDE


def test_errors_that_cancel_have_no_effective_number():
    # Each unit is wrong for one of two judges: phi = -1, 1 + phi = 0.
    found = judge_errors(votes_with_errors([0, 1, 4, 5], [2, 3, 6, 7]), GOLD, TASKS, DRAWS)
    assert found.mean_phi.value == pytest.approx(-1)
    assert (found.effective_number.value, found.effective_number.reason) == (None, reasons.ERRORS_CANCEL)


def test_missing_votes_and_undecided_gold_count_nowhere():
    votes, gold = votes_with_errors([0, 1], [0, 2]), GOLD.copy()
    more_votes = np.vstack([votes, [[1, -1], [0, 1]]])
    found = judge_errors(more_votes, np.append(gold, [1, -1]), np.append(TASKS, [0, 1]), DRAWS)
    assert found.phi[0, 1] == pytest.approx(1 / 3)
    assert found.mean_phi.n_units == 8


def test_nothing_decided_is_a_reason():
    found = judge_errors(votes_with_errors([0], [1]), np.full(8, -1), TASKS, DRAWS)
    assert found.mean_phi.reason == reasons.NO_DATA


@pytest.mark.parametrize(("k", "phi", "expected"), [(3, 0, 3), (3, 1, 1), (3, 0.5, 1.5), (5, -0.1, 5 / 0.6)])
def test_effective_number_by_hand(k, phi, expected):
    assert effective_number(k, np.array(phi)) == pytest.approx(expected)


def test_one_judge_is_refused():
    with pytest.raises(StatisticsInputError, match="at least two judges"):
        judge_errors(votes_with_errors([0]), GOLD, TASKS, DRAWS)
    with pytest.raises(StatisticsInputError, match="8 units"):
        judge_errors(votes_with_errors([0], [1]), GOLD[:5], TASKS, DRAWS)
