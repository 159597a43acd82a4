"""The parts of the ranking one by one: order, recommendation, tails of ranks, percentiles of rows, blocks."""

import numpy as np
import pytest

from calibration.stats.ranking import best_probability as best_probability_module
from calibration.stats.ranking import panel_rank_intervals, panel_resampling, panels
from calibration.stats.ranking.best_probability import best_probability, nobody, winners_of_block
from calibration.stats.ranking.indifference import distances_of_block, indifference_set
from calibration.stats.ranking.panel_rank_intervals import RankTails
from calibration.stats.ranking.panels import all_panels, count_panels
from calibration.stats.ranking.ranking import rank_panels
from calibration.stats.ranking.ranking_order import PanelOrder
from calibration.stats.ranking.recommendation import PanelFacts, recommend
from calibration.stats.resampling import in_blocks
from calibration.stats.resampling.row_percentiles import row_percentiles
from tests.calibration.stats.panel_rows import rows_of


class TestOrder:
    """Single judges built so that one step of the tie-break decides at a time."""

    def order(self, votes, gold, costs, names):
        votes, gold = np.array(votes, dtype=np.int8).T, np.array(gold, dtype=np.int8)
        members = all_panels(len(names), 1)
        counts = count_panels(votes, gold, np.zeros(len(gold), dtype=np.int64), 1, members)
        not_full = counts.units_by_votes[:, :-1].sum(axis=1)
        order = PanelOrder("agreement", not_full, np.array(costs), members, names)
        assert order.first(counts) == order.of(counts)[0]
        return [names[judge] for judge in order.of(counts)]

    def test_macro_f1_breaks_equal_agreement(self):
        # Three of four right both times. Never met: F1 0 and 6/7, mean .43. One FP: 2/3 and 4/5, mean .73.
        gold = [1, 0, 0, 0]
        assert self.order([[0, 0, 0, 0], [1, 1, 0, 0]], gold, [1, 1], ["a", "b"]) == ["b", "a"]

    def test_smaller_bias_breaks_equal_f1(self):
        # Both TP 3, TN 3 and two wrong, so agreement 6/8 and F1 3/4 twice; FP 2 against FP 1 and FN 1.
        gold = [1, 1, 1, 1, 1, 0, 0, 0, 0, 0]
        two_false_met = [1, 1, 1, -1, -1, 1, 1, 0, 0, 0]
        one_each = [1, 1, 1, 0, -1, 1, 0, 0, 0, -1]
        assert self.order([two_false_met, one_each], gold, [1, 1], ["a", "b"]) == ["b", "a"]

    def test_bias_counts_on_either_side(self):
        # As above with the wrong ones false not met: FP 0 and FN 2 are a bias of 2, FP 1 and FN 1 none.
        gold = [1, 1, 1, 1, 1, 0, 0, 0, 0, 0]
        two_false_not_met = [1, 1, 1, 0, 0, 0, 0, 0, -1, -1]
        one_each = [1, 1, 1, 0, -1, 1, 0, 0, 0, -1]
        assert self.order([two_false_not_met, one_each], gold, [1, 1], ["a", "b"]) == ["b", "a"]

    def test_fewer_missing_votes_then_cost_then_name(self):
        gold = [1, 1, 0, 0]
        full, short = [1, 1, 0, 0], [1, -1, 0, 0]
        votes = [short, full, full, full, full]
        costs = [0.1, 3.0, np.nan, 2.0, 2.0]
        names = ["short", "dear", "unknown", "twin-b", "twin-a"]
        assert self.order(votes, gold, costs, names) == ["twin-a", "twin-b", "dear", "unknown", "short"]


class TestRecommendation:
    SCORE = np.array([0.800, 0.795, 0.792, 0.790, 0.789])

    def chosen(
        self, in_set=(1, 1, 1, 1, 1), missing=(0,) * 5, cost=(1.0,) * 5, families=(1,) * 5, n_pairs=100
    ):
        columns = (np.array(in_set, dtype=bool), np.array(missing), np.array(cost), np.array(families))
        return recommend(self.SCORE, columns[0], PanelFacts(*columns[1:], n_pairs))

    def test_all_equal_takes_the_first_by_rank_within_a_hundredth(self):
        found = self.chosen()
        assert (found.panel, found.by_rank_alone) == (0, 0)
        assert found.considered == (0, 1, 2, 3)  # .790 is within .01 of .800, .789 is not

    def test_missing_votes_come_before_cost_before_families(self):
        assert self.chosen(missing=(3, 2, 2, 2, 0), cost=(1, 5, 4, 9, 0)).panel == 2
        assert self.chosen(cost=(5, 4, 4, np.nan, 0), families=(3, 1, 2, 3, 3)).panel == 2

    def test_missing_votes_that_differ_by_less_than_half_a_percent_of_the_pairs_are_equal(self):
        # 26 against 31 of 3,050 pairs: .16 %. The cheaper one is taken, as soon as 5 is under .5 % of them.
        missing, cost = (26, 31, 31, 31, 0), (2, 1, 1, 1, 0)
        assert self.chosen(missing=missing, cost=cost, n_pairs=3050).panel == 1
        assert self.chosen(missing=missing, cost=cost, n_pairs=1001).panel == 1
        assert self.chosen(missing=missing, cost=cost, n_pairs=1000).panel == 0
        assert self.chosen(missing=missing, cost=cost, n_pairs=0).panel == 0

    def test_what_is_tolerated_counts_from_the_fewest(self):
        # 20, 24, 28: the last is 8 from the fewest, and 4 from one that is as good as the fewest.
        assert self.chosen(missing=(20, 24, 28, 28, 0), cost=(3, 2, 1, 1, 0), n_pairs=1000).panel == 1

    def test_outside_the_set_is_out(self):
        found = self.chosen(in_set=(1, 0, 1, 0, 1), missing=(1, 0, 0, 0, 0))
        assert (found.panel, found.considered) == (2, (0, 2))


class TestTailsOfRanks:
    @pytest.mark.parametrize("n_draws", [1, 2, 3, 39, 40, 41, 400, 1000])
    @pytest.mark.parametrize("at_once", [1, 7, 1000])
    def test_equal_to_percentiles_of_all_ranks(self, n_draws, at_once):
        stream = np.random.RandomState(n_draws)
        ranks = np.array([stream.permutation(30) + 1 for _ in range(n_draws)], dtype=np.int32)
        tails = RankTails(30, n_draws)
        for start in range(0, n_draws, at_once):
            tails.add(ranks[start : start + at_once])
        low, high = tails.interval()
        expected = np.percentile(ranks, [2.5, 97.5], axis=0)
        assert low.tolist() == np.floor(expected[0] + 1e-9).astype(int).tolist()
        assert high.tolist() == np.ceil(expected[1] - 1e-9).astype(int).tolist()


@pytest.mark.parametrize("n_draws", [1, 2, 5, 40, 41, 999, 10_000])
def test_percentiles_of_rows_equal_numpy(n_draws):
    values = np.random.RandomState(n_draws).rand(6, n_draws)
    values[1, : n_draws // 2] = np.nan
    values[2] = np.nan
    low, high, undefined = row_percentiles(values)
    assert undefined.tolist() == np.isnan(values).sum(axis=1).tolist()
    known = [0, 1, 3, 4, 5]
    expected = np.nanpercentile(values[known], [2.5, 97.5], axis=1)
    assert low[known] == pytest.approx(expected[0], abs=1e-15)
    assert high[known] == pytest.approx(expected[1], abs=1e-15)
    assert np.isnan([low[2], high[2]]).all()


class TestWinners:
    def test_ties_go_to_the_better_rank_also_across_blocks(self):
        first = winners_of_block(np.array([[0.5, 0.2], [0.5, 0.9]]), np.array([[5.0, 2.0], [6.0, 9.0]]), 0)
        second = winners_of_block(np.array([[0.5, 0.9]]), np.array([[7.0, 8.0]]), 2)
        won = nobody(2).better_of(first).better_of(second)
        assert won.panel.tolist() == [0, 1]
        assert won.kappa.tolist() == [5.0, 9.0]
        assert won.tied.tolist() == [3, 2]

    def test_a_draw_counts_for_all_who_tie_in_it_in_equal_shares(self, monkeypatch):
        # All three tie in the first draw, the last two in the second, the second wins the third alone.
        scores = np.array([[0.5, 0.2, 0.3], [0.5, 0.9, 0.8], [0.5 - 1e-16, 0.9, 0.1]])
        won = nobody(3).better_of(winners_of_block(scores[:2], scores[:2], 0))
        won = won.better_of(winners_of_block(scores[2:], scores[2:], 2))
        asked = []

        def scores_of(draws):
            asked.append(draws.tolist())
            yield slice(0, 2), scores[:2, draws].T
            yield slice(2, 3), scores[2:, draws].T

        expected = [1 / 9, (1 / 3 + 1 / 2 + 1) / 3, (1 / 3 + 1 / 2) / 3]
        assert best_probability(won, 3, scores_of) == pytest.approx(expected)
        assert asked == [[0, 1]]
        monkeypatch.setattr(best_probability_module, "DRAWS_AT_ONCE", 1)
        assert best_probability(won, 3, scores_of) == pytest.approx(expected)
        assert asked == [[0, 1], [0], [1]]

    def test_a_draw_without_any_value_has_no_winner(self):
        scores = np.array([[np.nan, 0.1], [np.nan, np.nan]])
        won = nobody(2).better_of(winners_of_block(scores, scores, 0))
        assert won.panel.tolist() == [-1, 0]
        assert won.tied.tolist() == [0, 1]
        assert best_probability(won, 2, lambda draws: []).tolist() == [1, 0]
        assert np.isnan(best_probability(nobody(2), 2, lambda draws: [])).all()


class TestIndifference:
    def test_by_hand(self):
        # The other lies .1 below. Differences in four draws: .1, .3, -.1, .1, so se = sqrt(.08 / 3) = .1633,
        # t = .612. Centred and studentised: 0, 1.22, -1.22, 0; their 95th percentile is 1.04: in the set.
        best = np.array([0.5, 0.6, 0.4, 0.5])
        other = np.array([[0.4, 0.3, 0.5, 0.4]])
        found = distances_of_block(best, other, 0.5, np.array([0.4]))
        assert found.t == pytest.approx([0.6124], abs=1e-4)
        assert found.largest == pytest.approx([0, 1.2247, -1.2247, 0], abs=1e-4)
        assert indifference_set(found.t, found.largest).tolist() == [True]

    def test_always_the_same_distance_is_out_and_no_distance_is_in(self):
        best = np.array([0.5, 0.6, 0.4])
        drawn = np.array([best, best - 0.1, [np.nan] * 3])
        found = distances_of_block(best, drawn, 0.5, np.array([0.5, 0.4, np.nan]))
        assert found.t.tolist() == [0, np.inf, np.inf]
        assert indifference_set(found.t, found.largest).tolist() == [True, False, False]


def test_blocks_of_any_size_give_the_same_ranking(monkeypatch):
    stream = np.random.RandomState(2)
    gold = stream.randint(0, 2, 120)
    votes = np.where(stream.rand(120, 7) < 0.3, 1 - gold[:, None], gold[:, None])
    votes[stream.rand(120, 7) < 0.3] = -1  # some units have no verdict, so gold differs between panels
    names = list("abcdefg")
    arguments = (votes, gold, np.arange(120) % 11, names)
    options = {"draws": 150, "include_anyway": names, "size": 2}
    whole = rows_of(rank_panels(*arguments, **options).panels)
    monkeypatch.setattr(panels, "CELLS_PER_BLOCK", 500)
    monkeypatch.setattr(panel_resampling, "MOST_KEPT", 0)
    monkeypatch.setattr(panel_resampling, "VALUES_AT_ONCE", 600)
    monkeypatch.setattr(panel_rank_intervals, "RANKS_AT_ONCE", 21 * 40)
    monkeypatch.setattr(panel_rank_intervals, "KEYS_AT_ONCE", 21 * 7)
    monkeypatch.setattr(panel_rank_intervals, "FEWEST_DRAWS_AT_ONCE", 3)
    monkeypatch.setattr(in_blocks, "NUMBERS_IN_CACHE", 200)
    monkeypatch.setattr(panel_rank_intervals, "PANELS_PER_THREAD", 5)
    assert rows_of(rank_panels(*arguments, **options).panels) == whole
    monkeypatch.setattr(in_blocks, "MOST_THREADS", 1)
    assert rows_of(rank_panels(*arguments, **options).panels) == whole


def test_panels_with_the_same_counts_are_all_ranked_when_nothing_is_kept(monkeypatch):
    gold = np.tile([0, 1], 40)
    votes = np.repeat(np.where(np.arange(80) % 5 == 0, 1 - gold, gold)[:, None], 4, axis=1)
    arguments = (votes, gold, np.arange(80) % 40, list("abcd"))
    monkeypatch.setattr(panel_resampling, "MOST_KEPT", 0)
    table = rank_panels(*arguments, draws=50).panels
    assert table.p_best.tolist() == pytest.approx([0.25] * 4)
    assert table.rank_low.tolist() == table.rank_high.tolist() == [1, 2, 3, 4]


def test_a_panel_without_a_value_ranks_behind_the_worst_there_is():
    scores = np.array([[np.nan, -1.0, 1.0]])
    told = []
    low, high = panel_rank_intervals.rank_intervals(lambda draws: [(slice(0, 3), scores)], 3, 1, told.append)
    assert low.tolist() == high.tolist() == [3, 2, 1]
    assert told == [1.0]


def test_columns_of_some_panels_are_what_their_rows_say():
    votes = np.array([[1, 1, 0, -1], [0, 0, 1, -1], [1, 0, 0, 1], [0, 0, 0, 0]])
    gold, costs = np.array([1, 0, 1, 0]), [1.0, None, 2.0, 3.0]
    options = {"judge_costs": costs, "draws": 20, "include_anyway": list("abcd")}
    for draws in (20, 0):  # without draws, columns of intervals are missing altogether
        table = rank_panels(votes, gold, np.arange(4), list("abcd"), **(options | {"draws": draws})).panels
        rows = rows_of(table)
        assert table.columns(rows[0], slice(1, 3)) == {
            name: [row[name] for row in rows[1:3]] for name in rows[0]
        }
