"""Every number of the ranking against the slow definitions, on small random tables."""

import numpy as np
import pytest

from calibration.stats.ranking.ranking import rank_panels
from tests.calibration.stats import naive_ranking
from tests.calibration.stats.naive_ranking import NaiveRanking

NAMES = ["ham", "fox", "elk", "dog", "ape"]
COSTS = [2.0, 1.0, 1.0, 3.0, 0.5]
DRAWS = 80


def random_table(seed: int, share_missing: float = 0.04, n_units: int = 90, n_tasks: int = 12):
    """Judges of different quality, some votes missing, some gold undecided."""
    stream = np.random.RandomState(seed)
    gold = (stream.rand(n_units) < 0.6).astype(np.int8)
    errors = stream.uniform(0.1, 0.5, len(NAMES))
    votes = np.where(stream.rand(n_units, len(NAMES)) < errors, 1 - gold[:, None], gold[:, None])
    votes[stream.rand(*votes.shape) < share_missing] = -1
    gold[stream.rand(n_units) < 0.1] = -1
    tasks = np.concatenate([np.arange(n_tasks), stream.randint(0, n_tasks, n_units - n_tasks)])
    return votes.astype(np.int8), gold, tasks


CASES = [(1, 3, 0.0), (2, 3, 0.1), (3, 2, 0.2), (4, 1, 0.3), (5, 5, 0.1)]


@pytest.fixture(scope="module", params=CASES, ids=lambda case: f"seed {case[0]}, panels of {case[1]}")
def both(request):
    seed, size, missing = request.param
    votes, gold, tasks = random_table(seed, missing)
    fast = rank_panels(
        votes, gold, tasks, NAMES, COSTS, size=size, draws=DRAWS, seed=seed, include_anyway=NAMES
    )
    slow = NaiveRanking(votes.tolist(), gold.tolist(), tasks.tolist(), NAMES, COSTS, size, DRAWS, seed)
    return fast, slow, slow.draw_kappas()


def kappas_of(slow):
    return [slow.kappa(panel, slow.all_tasks) for panel in slow.order]


def test_order_and_kappa(both):
    fast, slow, _ = both
    assert fast.panels.members.tolist() == [list(panel) for panel in slow.order]
    assert fast.panels.kappa == pytest.approx(kappas_of(slow), abs=1e-12)
    assert fast.panels.rank.tolist() == list(range(1, len(slow.order) + 1))


def test_intervals(both):
    fast, _, drawn = both
    low, high = np.nanpercentile(drawn, [2.5, 97.5], axis=1)
    assert fast.panels.kappa_low == pytest.approx(low, abs=1e-12)
    assert fast.panels.kappa_high == pytest.approx(high, abs=1e-12)
    assert fast.panels.kappa_undefined_draws.tolist() == np.isnan(drawn).sum(axis=1).tolist()


def test_probability_of_being_best_and_correction(both):
    fast, slow, drawn = both
    assert fast.panels.p_best == pytest.approx(naive_ranking.shares_of_the_best(drawn))
    gain = naive_ranking.optimism(drawn, kappas_of(slow))
    assert fast.optimism == pytest.approx(gain, abs=1e-12)
    assert fast.chosen_by_rank.optimism_corrected == pytest.approx(kappas_of(slow)[0] - gain, abs=1e-12)
    correction = fast.panels.kappa[0] - fast.chosen_by_rank.corrected.value
    assert fast.panels.kappa_corrected == pytest.approx(np.array(kappas_of(slow)) - correction, abs=1e-12)


def test_rank_intervals(both):
    fast, _, drawn = both
    low, high = np.percentile(naive_ranking.ranks(drawn), [2.5, 97.5], axis=1)
    assert fast.panels.rank_low.tolist() == np.floor(low).astype(int).tolist()
    assert fast.panels.rank_high.tolist() == np.ceil(high).astype(int).tolist()


def test_indifference_set(both):
    fast, slow, drawn = both
    assert fast.panels.in_indifference_set.tolist() == naive_ranking.indifference_set(drawn, kappas_of(slow))


def test_leave_tasks_out(both):
    fast, slow, _ = both
    assert fast.leave_tasks_out.value == pytest.approx(slow.leave_tasks_out(), abs=1e-12)


def test_unit_numbers_add_up(both):
    fast, slow, _ = both
    for position, panel in enumerate(slow.order):
        row = fast.panels.row(position)
        assert row["units"] == sum(slow.counts(panel, slow.all_tasks).values())
        assert row["units_reduced"] + row["units_no_vote"] == slow.not_full(panel)
        assert row["units"] + row["units_no_vote"] == fast.n_units_decided
        assert sum(row["units_by_votes"]) == fast.n_units_decided
