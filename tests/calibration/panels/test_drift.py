"""Sentinel pairs: a sample fixed at the freeze, the judges' own retest, and later votes beside it."""

from collections import Counter

import numpy as np
import pytest

from calibration.panels.drift import drift_report
from calibration.panels.freeze import freeze_panel
from calibration.panels.sentinels import choose_sentinels, sentinels_of
from calibration.rankings.run import plan_ranking, run_ranking
from calibration.ratings import round_ratings
from tests.calibration.builders import make_responses, make_round, make_tasks, make_votes

N_UNITS = 40 * 7
GOLD = [1, 1, 0, 0] * 70


@pytest.fixture
def closed(cast):
    """280 pairs: 40 tasks of seven criteria, one in each dimension."""
    return make_round(cast.clinicians, make_responses(make_tasks(40, 7)), [[met] * 3 for met in GOLD])


def frozen(round, cast):
    ranking = run_ranking(ranking=plan_ranking(round=round, draws=20, actor=None))
    return freeze_panel(ranking=ranking, actor=cast.admin)


def votes_of(**changes):
    """Three judges who vote as gold but where changed: position -> vote."""
    votes = {name: list(GOLD) for name in ("m/a", "m/b", "n/c")}
    for name, changed in changes.items():
        for place, vote in changed.items():
            votes[name.replace("_", "/")][place] = vote
    return votes


def test_two_hundred_pairs_in_proportion_to_the_dimensions(closed, cast):
    make_votes(closed, votes_of(m_a={0: 0}, n_c={1: -1}))
    panel = frozen(closed, cast)
    kept = sentinels_of(panel)
    labels = kept.labels.slice_labels("dimension")[kept.rows]
    # 200 of 280 over seven dimensions of forty: 28 or 29 each
    assert len(kept.rows) == 200
    assert set(Counter(labels.tolist()).values()) == {28, 29}
    stored = dict(zip(kept.rows, kept.votes.tolist(), strict=True))
    assert stored.get(0, [0, 1, 1]) == [0, 1, 1]
    assert stored.get(1, [1, 1, -1]) == [1, 1, -1]
    assert panel.retest == {}


def test_the_same_seed_chooses_the_same_pairs(closed):
    labels = round_ratings(closed)
    assert choose_sentinels(labels, 5) == choose_sentinels(labels, 5)
    assert choose_sentinels(labels, 5) != choose_sentinels(labels, 6)
    assert choose_sentinels(labels, 5, wanted=10**6) == list(range(N_UNITS))


def test_the_judges_own_retest_is_kept_at_the_freeze(closed, cast):
    make_votes(closed, votes_of())
    again = {"m/a": GOLD, "m/b": [1 - met for met in GOLD]}
    make_votes(closed, again, repetition=2)
    panel = frozen(closed, cast)
    assert panel.retest["m/a"]["value"] == 1
    assert panel.retest["m/b"]["value"] == 0
    assert "n/c" not in panel.retest


def test_later_votes_are_counted_by_how_they_turned(closed, cast):
    make_votes(closed, votes_of())
    make_votes(closed, {"m/a": GOLD}, repetition=2)
    panel = frozen(closed, cast)
    rows = sentinels_of(panel).rows
    changed = list(GOLD)
    turned_met = next(row for row in rows if GOLD[row] == 0)
    turned_not, lost = [row for row in rows if GOLD[row] == 1][:2]
    changed[turned_met], changed[turned_not], changed[lost] = 1, 0, -1
    make_votes(closed, {"m/a": changed}, repetition=3)
    second, third = drift_report(panel)
    assert (second.repetition, second.same.value, second.is_below) == (2, 1, False)
    assert (third.to_met, third.to_not_met, third.lost, third.won) == (1, 1, 1, 0)
    assert third.same.value == pytest.approx(197 / 199)
    assert third.same.n_units == 199
    assert third.retest == 1


def test_a_judge_that_changed_its_mind_lies_below_its_retest(closed, cast):
    make_votes(closed, votes_of())
    make_votes(closed, {"m/b": GOLD}, repetition=2)
    panel = frozen(closed, cast)
    chance = np.random.RandomState(1)
    other = [met if chance.random_sample() < 0.7 else 1 - met for met in GOLD]
    make_votes(closed, {"m/b": other}, prompt="v2")
    row = next(row for row in drift_report(panel) if row.prompt == "v2")
    assert row.is_other_prompt
    assert row.is_below
    assert row.same.high < 1


def test_without_later_votes_there_is_nothing_to_report(closed, cast):
    make_votes(closed, votes_of())
    assert drift_report(frozen(closed, cast)) == []
