"""Poor and impossible data: a sentence, a reason or a warning, never a number that is not one."""

import json

import numpy as np
import pytest

from calibration.stats.ranking.ranking import rank_panels
from calibration.stats.resampling import reasons
from calibration.stats.resampling.input_error import StatisticsInputError
from tests.calibration.stats.panel_rows import rows_of

NAMES = ["elk", "fox", "gnu", "hen"]


def table(n_units=40, n_tasks=8):
    stream = np.random.RandomState(11)
    gold = stream.randint(0, 2, n_units)
    votes = np.where(stream.rand(n_units, 4) < 0.25, 1 - gold[:, None], gold[:, None])
    return votes, gold, np.arange(n_units) % n_tasks


def ranked(votes, gold, tasks, names=NAMES, draws=200, **options):
    return rank_panels(votes, gold, tasks, names, draws=draws, **options)


def refused(match, *arguments, **options):
    with pytest.raises(StatisticsInputError, match=match) as caught:
        ranked(*arguments, **options)
    assert str(caught.value).endswith(".")


def codes(ranking):
    return [warning.code for warning in ranking.warnings]


def strict_json(ranking):
    tables = (ranking.panels, ranking.single_judges, ranking.all_judges)
    rows = [row for panels in tables for row in rows_of(panels)]
    return json.loads(json.dumps([*rows, ranking.leave_tasks_out.as_json()], allow_nan=False))


class TestRefusals:
    def test_no_votes(self):
        votes, gold, tasks = table()
        refused("No judge has voted", np.full_like(votes, -1), gold, tasks)

    def test_gold_without_a_decided_unit(self):
        votes, gold, tasks = table()
        refused("No unit has a decided gold value", votes, np.full_like(gold, -1), tasks)

    def test_no_units(self):
        refused("No unit has a decided gold value", np.empty((0, 4)), np.empty(0), np.empty(0, dtype=int))

    @pytest.mark.parametrize("size", [0, -1])
    def test_a_panel_has_at_least_one_judge(self, size):
        refused(f"at least one judge; a size of {size} was asked for", *table(), size=size)
        assert len(ranked(*table(), size=1, draws=0).panels) == 4

    @pytest.mark.parametrize("size", [0, -1, 5, 2.5, "3"])
    def test_impossible_sizes(self, size):
        refused("panel", *table(), size=size)

    def test_size_larger_than_the_judges_who_voted_enough(self):
        votes, gold, tasks = table()
        votes[:20, 0] = -1
        refused("Left out for voting on less than 95 % of the decided units: elk", votes, gold, tasks, size=4)

    @pytest.mark.parametrize("seed", [2**32, -1, 1.5])
    def test_seeds_out_of_range(self, seed):
        refused("seed", *table(), seed=seed)

    def test_negative_draws(self):
        refused("draws", *table(), draws=-1)

    def test_more_panels_than_can_be_ranked(self):
        votes = np.zeros((4, 60), dtype=np.int8)
        names = [str(judge) for judge in range(60)]
        refused("5,461,512 panels", votes, np.array([0, 1, 0, 1]), np.arange(4), names=names, size=5)

    def test_unknown_metric_name_twice_and_values(self):
        votes, gold, tasks = table()
        refused("F-measure", votes, gold, tasks, metric="F-measure")
        refused("same name", votes, gold, tasks, names=["elk", "elk", "gnu", "hen"])
        refused("vote is 1", votes + 1, gold, tasks)
        refused("gold value is 1", votes, gold + 1, tasks)
        refused("judge names", votes, gold, tasks, names=NAMES[:3])
        refused("shapes", votes, gold[:-1], tasks)
        refused("task", votes, gold, tasks - 1)
        refused("task", votes, gold, tasks + 0.5)
        refused("cost of elk", votes, gold, tasks, judge_costs=[float("nan"), 1, 1, 1])
        refused("cost of fox", votes, gold, tasks, judge_costs=[0, -0.01, 1, 1])
        refused("one entry for each judge", votes, gold, tasks, judge_families=["a"])
        refused("yak", votes, gold, tasks, include_anyway=["yak"])

    def test_everything_in_one_category(self):
        votes, gold, tasks = table()
        refused("No panel has a value", np.ones_like(votes), np.ones_like(gold), tasks)


class TestReasonsAndWarnings:
    def test_zero_draws(self):
        ranking = ranked(*table(), draws=0)
        assert ranking.interval_reason == reasons.NO_DRAWS
        assert codes(ranking) == [reasons.NO_DRAWS]
        first = ranking.panels.row(0)
        assert isinstance(first["kappa"], float)
        for name in (
            "kappa_low",
            "kappa_high",
            "kappa_corrected",
            "p_best",
            "rank_low",
            "in_indifference_set",
        ):
            assert first[name] is None
        assert ranking.optimism is None
        assert ranking.recommended == ranking.first_by_rank
        assert "Without an interval" in ranking.recommendation.rule
        assert ranking.leave_tasks_out.value is not None
        assert ranking.leave_tasks_out.reason == reasons.NO_DRAWS
        strict_json(ranking)

    def test_one_task(self):
        votes, gold, _ = table()
        ranking = ranked(votes, gold, np.zeros(40, dtype=int))
        assert ranking.interval_reason == reasons.ONE_TASK
        assert ranking.panels.row(0)["kappa_low"] is None
        assert (ranking.leave_tasks_out.value, ranking.leave_tasks_out.reason) == (None, reasons.ONE_TASK)
        strict_json(ranking)

    def test_even_size_is_allowed_and_said(self):
        ranking = ranked(*table(), size=2)
        assert "even_size" in codes(ranking)
        assert ranking.panels.ties.sum() > 0

    def test_few_tasks_are_said(self):
        assert codes(ranked(*table())) == ["few_tasks"]
        assert codes(ranked(*table(n_tasks=40))) == []

    @pytest.mark.parametrize(("n_tasks", "said"), [(29, ["few_tasks"]), (30, []), (31, [])])
    def test_thirty_tasks_are_not_few(self, n_tasks, said):
        assert codes(ranked(*table(n_tasks=n_tasks))) == said

    @pytest.mark.parametrize(("draws", "said"), [(0, ["no_draws"]), (199, ["few_draws"]), (200, [])])
    def test_fewer_than_200_draws_are_few(self, draws, said):
        assert codes(ranked(*table(n_tasks=40), draws=draws)) == said

    def test_panels_that_are_the_same_share_first_place_and_say_so(self):
        votes, gold, tasks = table(n_tasks=40)
        votes[:, 1] = votes[:, 2] = votes[:, 3] = votes[:, 0]
        ranking = ranked(votes, gold, tasks)
        assert ranking.panels.p_best.tolist() == [0.25] * 4
        (warning,) = ranking.warnings
        assert warning.code == "tied_first"
        assert warning.sentence.startswith("4 panels share the first place")
        votes[0, 1:] = 1 - gold[0]
        votes[0, 0] = gold[0]
        assert "tied_first" not in codes(ranked(votes, gold, tasks, size=1))

    @pytest.mark.parametrize(("n_missing", "panels"), [(1, 4), (2, 4), (3, 1)])
    def test_votes_on_95_percent_of_the_units_are_enough(self, n_missing, panels):
        votes, gold, tasks = table()  # forty units: two are 5 %
        votes[:n_missing, 3] = -1
        ranking = ranked(votes, gold, tasks, draws=0)
        assert len(ranking.panels) == panels
        assert ("low_coverage" in codes(ranking)) == (panels == 1)

    def test_a_judge_who_voted_on_half_is_left_out_unless_asked_for(self):
        votes, gold, tasks = table()
        votes[::2, 3] = -1
        ranking = ranked(votes, gold, tasks)
        assert len(ranking.panels) == 1
        assert [judge.coverage for judge in ranking.candidates] == [1, 1, 1, 0.5]
        (warning,) = [warning for warning in ranking.warnings if warning.code == "low_coverage"]
        assert warning.sentence == (
            "hen voted on 50.0% of the decided units, less than 95%; no panel contains it."
        )
        asked_for = ranked(votes, gold, tasks, include_anyway=["hen"])
        assert len(asked_for.panels) == 4
        assert {row["units_reduced"] for row in rows_of(asked_for.panels) if "hen" in row["judges"]} == {20}

    @pytest.mark.parametrize(("n_votes", "panels"), [(0, 1), (1, 4)])
    def test_a_judge_without_any_vote_is_in_no_panel_even_if_asked_for(self, n_votes, panels):
        votes, gold, tasks = table()
        votes[n_votes:, 3] = -1
        assert len(ranked(votes, gold, tasks, include_anyway=["hen"], draws=0).panels) == panels

    def test_tasks_with_a_single_judged_unit_count_and_those_without_do_not(self):
        votes, gold, tasks = table(n_units=8, n_tasks=8)
        gold[:] = [0, 1, 0, 1, 0, 1, 0, 1]
        assert ranked(votes, gold, tasks, draws=0).leave_tasks_out.n_tasks == 8
        gold[7] = -1
        assert ranked(votes, gold, tasks, draws=0).leave_tasks_out.n_tasks == 7

    def test_units_are_those_with_a_vote(self):
        votes, gold, tasks = table()  # forty units
        votes[0], votes[1, :2] = -1, -1
        options = {"names": NAMES[:3], "draws": 0, "include_anyway": NAMES[:3]}
        (panel,) = rows_of(ranked(votes[:, :3], gold, tasks, **options).panels)
        assert (panel["units"], panel["units_no_vote"], panel["units_reduced"]) == (39, 1, 1)

    @pytest.mark.parametrize("n_unvoted", [0, 1, 2])
    def test_a_single_panel_is_ranked_on_the_units_with_a_vote(self, n_unvoted):
        votes, gold, tasks = table()
        votes[:n_unvoted] = -1
        options = {"names": NAMES[:3], "draws": 0, "include_anyway": NAMES[:3]}
        alone = ranked(votes[:, :3], gold, tasks, **options)
        gold[:n_unvoted] = -1  # as if nobody had decided them
        assert (
            alone.panels.row(0)["kappa"]
            == ranked(votes[:, :3], gold, tasks, **options).panels.row(0)["kappa"]
        )

    def test_gold_of_one_category_is_said(self):
        votes, gold, tasks = table()
        ranking = ranked(votes, np.ones_like(gold), tasks)
        assert "one_category" in codes(ranking)
        strict_json(ranking)

    def test_a_panel_without_a_value_comes_last(self):
        votes, gold, tasks = table()
        gold[:] = 1
        votes[:, 0] = 1
        ranking = ranked(votes, gold, tasks, size=1)
        assert ranking.panels.names(3) == ("elk",)
        last = ranking.panels.row(3)
        assert (last["kappa"], last["kappa_low"], last["p_best"]) == (None, None, 0)
        assert (last["rank_low"], last["rank_high"]) == (4, 4)
        assert last["in_indifference_set"] is False
        assert "undefined_panels" in codes(ranking)
        strict_json(ranking)

    def test_draws_without_a_value_are_counted(self):
        # One unit a task, gold met in one task of five: the draws without it have gold of one category.
        gold = np.array([1, 0, 0, 0, 0])
        votes = np.array([[1, 1, 1], [0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 1, 0]])
        ranking = ranked(votes, gold, np.arange(5), names=NAMES[:3], size=1, draws=1000)
        # elk is right everywhere: undefined where the met unit is not drawn, (4/5)^5 = .328, or drawn alone.
        assert ranking.panels.kappa_undefined_draws[0] == pytest.approx(328, abs=45)
        assert "undefined_draws" in codes(ranking)
        strict_json(ranking)

    def test_unknown_cost_is_none_and_sorts_last(self):
        votes, gold, tasks = table()
        votes[:] = gold[:, None]
        ranking = ranked(votes, gold, tasks, size=1, judge_costs=[None, 2.0, 1.0, None])
        assert [ranking.panels.names(panel)[0] for panel in range(4)] == ["gnu", "fox", "elk", "hen"]
        assert [row["cost_per_1000"] for row in rows_of(ranking.panels)] == [1.0, 2.0, None, None]


def test_progress_grows_to_one():
    told = []
    ranked(*table(), progress=told.append)
    assert told == sorted(told)
    assert told[-1] == 1


def test_the_same_seed_gives_the_same_ranking_and_names_its_draws():
    one, two = ranked(*table(), seed=7), ranked(*table(), seed=7)
    assert strict_json(one) == strict_json(two)
    assert one.draws_sha256 == two.draws_sha256
    assert one.draws_sha256 != ranked(*table(), seed=8).draws_sha256
