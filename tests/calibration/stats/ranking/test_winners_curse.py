"""The kappa of a chosen panel: by slow definitions, on labels of known truth, and where undefined."""

from collections import Counter

import numpy as np
import pytest

from benchmarks.simulated_labels import simulate
from benchmarks.winner_fields import COSTS, DEVELOPED
from calibration.stats.ranking import rule_in_draws as rule_module
from calibration.stats.ranking.best_probability import nobody, winners_of_block
from calibration.stats.ranking.panels import all_panels, count_panels
from calibration.stats.ranking.ranking import rank_panels
from calibration.stats.ranking.recommendation import PanelFacts
from calibration.stats.ranking.rule_in_draws import Nearness, rule_in_draws
from calibration.stats.ranking.winners_curse import DrawChoices, chosen_kappa, optimism, out_of_bag
from calibration.stats.resampling import reasons
from calibration.stats.resampling.draws import task_draws
from tests.calibration.stats.naive_ranking import kappa as naive_kappa

TASKS = 12


def table(n_units=96, n_judges=5, missing=0.0):
    stream = np.random.RandomState(4)
    gold = stream.randint(0, 2, n_units).astype(np.int8)
    votes = np.where(stream.rand(n_units, n_judges) < 0.3, 1 - gold[:, None], gold[:, None]).astype(np.int8)
    votes[stream.rand(*votes.shape) < missing] = -1
    return votes, gold, np.arange(n_units) % TASKS


def counted(missing=0.0):
    votes, gold, tasks = table(missing=missing)
    return count_panels(votes, gold, tasks, TASKS, all_panels(5, 3))


def pooled_kappa(counts, parts):
    """parts: (panel, task, how often)."""
    total = sum(times * counts.per_task(panel)[task] for panel, task, times in parts)
    tp, fp, fn, tn = total.tolist()
    return naive_kappa(Counter({(1, 1): tp, (1, 0): fp, (0, 1): fn, (0, 0): tn}))


@pytest.mark.parametrize("missing", [0.0, 0.4])  # panels share the counts of gold, and do not
def test_out_of_bag_and_optimism_equal_the_slow_ones(missing):
    counts, draws = counted(missing), task_draws(TASKS, 6, 1)
    chosen = np.array([3, 0, -1, 9, 3, 1])
    drawn = draws.counts
    left_out = [
        (panel, task, 1)
        for panel, row in zip(chosen, drawn, strict=True)
        for task in range(TASKS)
        if panel >= 0 and row[task] == 0
    ]
    assert out_of_bag(counts, chosen, drawn) == pytest.approx(pooled_kappa(counts, left_out))
    whole = [pooled_kappa(counts, [(panel, task, 1) for task in range(TASKS)]) for panel in range(10)]
    gains = [
        pooled_kappa(counts, [(panel, task, row[task]) for task in range(TASKS)]) - whole[panel]
        for panel, row in zip(chosen, drawn, strict=True)
        if panel >= 0
    ]
    kappa = chosen_kappa(3, counts, DrawChoices(chosen, chosen), draws)
    assert kappa.apparent == pytest.approx(whole[3])
    assert kappa.optimism_corrected == pytest.approx(whole[3] - np.mean(gains))
    assert kappa.corrected.value == pytest.approx(kappa.optimism_corrected)
    assert kappa.correction == pytest.approx(np.mean(gains))


def test_no_draw_with_a_choice_gives_no_correction():
    counts, nobody_won = counted(), np.full(4, -1)
    assert optimism(nobody_won, np.ones(10), np.full(4, np.nan)) is None
    kappa = chosen_kappa(0, counts, DrawChoices(nobody_won, nobody_won), task_draws(TASKS, 4))
    assert (kappa.corrected.value, kappa.corrected.reason) == (None, reasons.ONE_CATEGORY)
    assert (kappa.optimism_corrected, kappa.out_of_bag, kappa.correction) == (None, None, None)
    assert kappa.as_json()["value"] is None


class TestRuleInDraws:
    SCORES = np.array(
        [[0.80, 0.70, np.nan], [0.795, 0.71, np.nan], [0.60, 0.705, np.nan], [0.7899, 0.2, np.nan]]
    )

    def chosen(self, cost, missing=(0, 0, 0, 0), error=(0.0, 1.0, 1.0, 1.0), shift=(0.0,) * 4):
        moved = self.SCORES + np.array(shift)[:, None]
        winners = nobody(3).better_of(winners_of_block(moved, moved, 0))
        facts = PanelFacts(np.array(missing), np.array(cost), np.ones(4, dtype=np.int64), 1000)

        def scores_of(draws):
            yield slice(0, 1), self.SCORES[:1, draws].T
            yield slice(1, 4), self.SCORES[1:, draws].T

        nearness = Nearness(np.array(error), 2.0)
        return rule_in_draws(scores_of, winners, facts, nearness, np.array(shift)).tolist()

    def test_the_cheapest_within_a_hundredth_of_the_best_of_the_draw(self):
        # First draw: panels 0 and 1 are near. Second: 0 (to the hundredth), 1 and 2. Third: no value.
        assert self.chosen(cost=(3.0, 2.0, 1.0, 0.0)) == [1, 2, -1]
        assert self.chosen(cost=(1.0, 2.0, 3.0, 0.0)) == [0, 0, -1]

    def test_fewer_missing_votes_come_first_and_few_decide_nothing(self):
        assert self.chosen(cost=(3.0, 2.0, 1.0, 0.0), missing=(0, 4, 9, 0)) == [1, 1, -1]

    def test_what_max_t_tells_apart_is_not_considered(self):
        # Twice .001 is less than the distance of .005; the first panel's error to the winner is the winner's.
        assert self.chosen(cost=(3.0, 2.0, 1.0, 0.0), error=(0.0, 0.001, 1.0, 1.0)) == [0, 2, -1]

    def test_draws_around_another_centre(self):
        assert self.chosen(cost=(1.0, 1.0, 1.0, 1.0), shift=(0.0, 0.0, 0.5, 0.0)) == [2, 2, -1]

    def test_of_the_first_draws_alone(self, monkeypatch):
        monkeypatch.setattr(rule_module, "MOST_DRAWS", 2)
        monkeypatch.setattr(rule_module, "DRAWS_AT_ONCE", 1)
        assert self.chosen(cost=(3.0, 2.0, 1.0, 0.0)) == [1, 2]


def test_order_stays_and_both_choices_have_an_interval():
    votes, gold, tasks = table()
    ranking = rank_panels(votes, gold, tasks, list("abcde"), [5, 4, 3, 2, 1], draws=400)
    corrected = ranking.panels.kappa_corrected
    assert (np.diff(corrected) <= 0).all()
    assert corrected[0] == pytest.approx(ranking.chosen_by_rank.corrected.value)
    assert ranking.chosen_by_rule.panel == ranking.recommendation.panel
    for chosen in (ranking.chosen_by_rank, ranking.chosen_by_rule):
        assert chosen.corrected.low < chosen.corrected.value < chosen.corrected.high
        assert chosen.corrected.value < chosen.apparent
        assert (chosen.corrected.n_units, chosen.corrected.n_tasks) == (96, TASKS)
        assert "studentised" in chosen.as_json()["method"]


def test_of_fewer_than_ten_tasks_there_is_no_interval_but_a_reason():
    votes, gold, tasks = table()
    corrected = rank_panels(votes, gold, tasks % 9, list("abcde"), draws=50).chosen_by_rank.corrected
    assert corrected.value is not None
    assert (corrected.low, corrected.high, corrected.reason) == (None, None, reasons.NO_STANDARD_ERROR)
    without = rank_panels(votes, gold, tasks, list("abcde"), draws=0)
    assert (without.chosen_by_rank, without.chosen_by_rule) == (None, None)


@pytest.mark.parametrize("field", [DEVELOPED[0], DEVELOPED[3]], ids=lambda field: field.name)
def test_the_corrected_kappa_of_many_winners_is_their_true_one(field):
    """Draws around the data alone leave .010 to .015 of the luck in it. The means here are right to .004."""
    truth, errors, earlier = field.truth(), [], []
    for seed in range(40):
        labels = simulate(field.labelling, 75, np.random.RandomState(seed))
        names = [f"{judge:02d}" for judge in range(15)]
        ranking = rank_panels(labels.values, labels.gold, labels.tasks, names, COSTS, draws=200, seed=seed)
        true = truth[tuple(ranking.panels.members[0].tolist())]
        errors.append(ranking.chosen_by_rank.corrected.value - true)
        earlier.append(ranking.chosen_by_rank.optimism_corrected - true)
    assert abs(np.mean(errors)) < 0.005
    assert np.mean(earlier) > 0.007
