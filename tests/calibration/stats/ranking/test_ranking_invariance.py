"""What must not change a ranking, and what must change it in one way only."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.stats.judges.confusion_statistics import STATISTICS
from calibration.stats.ranking.ranking import rank_panels
from calibration.stats.ranking.ranking_inputs import METRICS
from tests.calibration.stats.panel_rows import rows_of
from tests.properties import examples

NAMES = ["elk", "fox", "gnu", "hen"]
COSTS = [1.0, 2.0, 2.0, 0.5]


@st.composite
def tables(draw, missing=True):
    """(votes, gold, tasks): four judges, 6 tasks of at least two units each, at least two kinds of gold."""
    n_units = draw(st.integers(14, 40))
    stream = np.random.RandomState(draw(st.integers(0, 2**32 - 1)))
    gold = stream.randint(0, 2, n_units)
    gold[:2] = (0, 1)
    votes = np.where(stream.rand(n_units, 4) < draw(st.floats(0.05, 0.5)), 1 - gold[:, None], gold[:, None])
    if missing:
        votes[stream.rand(n_units, 4) < 0.05] = -1
        gold[2:][stream.rand(n_units - 2) < 0.1] = -1
    tasks = np.concatenate([np.repeat(np.arange(6), 2), stream.randint(0, 6, n_units - 12)])
    return votes, gold, tasks


def ranked(votes, gold, tasks, names=NAMES, costs=COSTS, draws=60, **options):
    return rank_panels(votes, gold, tasks, names, costs, draws=draws, include_anyway=NAMES, **options)


def by_names(ranking, left_out=()):
    """All rows keyed by their set of judges, so that the order of the candidates plays no part."""
    return {
        frozenset(row.pop("judges")): {name: row[name] for name in row if name not in left_out}
        for row in rows_of(ranking.panels)
    }


@examples(20)
@given(tables(), st.randoms(use_true_random=False))
def test_order_of_units_does_not_matter(table, random):
    votes, gold, tasks = table
    shuffled = list(range(len(gold)))
    random.shuffle(shuffled)
    assert by_names(ranked(votes, gold, tasks)) == by_names(
        ranked(votes[shuffled], gold[shuffled], tasks[shuffled])
    )


@examples(20)
@given(tables(), st.permutations(range(4)))
def test_order_of_judges_does_not_matter(table, order):
    votes, gold, tasks = table
    names, costs = [NAMES[judge] for judge in order], [COSTS[judge] for judge in order]
    one, other = ranked(votes, gold, tasks), ranked(votes[:, order], gold, tasks, names, costs)
    assert by_names(one, ["cost_per_1000"]) == by_names(other, ["cost_per_1000"])
    assert set(one.recommended) == set(other.recommended)
    assert one.leave_tasks_out == other.leave_tasks_out


@examples(15)
@given(tables())
def test_a_judge_who_never_votes_changes_nothing(table):
    votes, gold, tasks = table
    silent = np.hstack([votes, np.full((len(gold), 1), -1)])
    with_silent = ranked(silent, gold, tasks, [*NAMES, "yak"], [*COSTS, None])
    assert by_names(with_silent) == by_names(ranked(votes, gold, tasks))
    assert [judge.name for judge in with_silent.candidates if not judge.included] == ["yak"]


@examples(15)
@given(tables())
def test_all_tasks_twice_keeps_values_and_order(table):
    votes, gold, tasks = table
    one = ranked(votes, gold, tasks, draws=0)
    two = ranked(np.vstack([votes, votes]), np.tile(gold, 2), np.concatenate([tasks, tasks + 6]), draws=0)
    assert one.panels.members.tolist() == two.panels.members.tolist()
    for name in STATISTICS.keys() & vars(one.panels).keys():
        assert getattr(one.panels, name) == pytest.approx(getattr(two.panels, name), nan_ok=True), name
    assert (2 * one.panels.units).tolist() == two.panels.units.tolist()


@examples(15)
@given(tables(missing=False))
def test_met_and_not_met_may_change_places(table):
    """With complete votes and odd panels there is no tie, so the two categories play the same part."""
    votes, gold, tasks = table
    one, other = ranked(votes, gold, tasks), ranked(1 - votes, 1 - gold, tasks)
    assert one.panels.members.tolist() == other.panels.members.tolist()
    for name in ("kappa", "kappa_low", "kappa_high", "p_best", "rank_low", "rank_high", "mcc", "macro_f1"):
        assert getattr(one.panels, name) == pytest.approx(getattr(other.panels, name), abs=1e-12), name
    assert one.panels.net_bias == pytest.approx(-other.panels.net_bias)


@pytest.mark.parametrize("metric", METRICS)
@examples(8)
@given(table=tables())
def test_any_metric_can_rank(metric, table):
    ranking = ranked(*table, metric=metric)
    score = ranking.panels.score[~np.isnan(ranking.panels.score)]
    assert (np.diff(score) <= 1e-12).all()
    assert ranking.panels.p_best.sum() == pytest.approx(1)
    assert (ranking.panels.rank_low <= ranking.panels.rank_high).all()
    assert ranking.panels.in_indifference_set[0]
