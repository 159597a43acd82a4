"""455 panels on real votes: the values that were computed elsewhere, under their rule and under ours."""

import json

import pytest

from annotation.verdicts.rules import panel_verdicts
from calibration.stats.judges.confusion import confusion
from calibration.stats.ranking.ranking import rank_panels
from tests.calibration.stats.llmbar_votes import llmbar
from tests.calibration.stats.oracles import SHARED_TABLES
from tests.calibration.stats.panel_rows import rows_of

ORACLE = SHARED_TABLES / "panel_ranking_llmbar.json"


@pytest.fixture(scope="module")
def data():
    return llmbar()


@pytest.fixture(scope="module")
def ranking(data):
    return rank_panels(
        data.votes, data.gold, data.tasks, data.names, judge_families=data.families, draws=2_000
    )


def test_headline_values(ranking):
    assert len(ranking.panels) == 455
    assert ranking.panels.names(0) == ("GPT-4/Vanilla", "GPT-4/Metrics_Reference", "PaLM2/Metrics_Reference")
    assert ranking.panels.kappa[0] == pytest.approx(0.7043048694, abs=1e-9)
    assert ranking.single_judges.names(0) == ("GPT-4/Metrics_Reference",)
    assert ranking.single_judges.kappa[0] == pytest.approx(0.7234260482, abs=1e-9)
    assert ranking.leave_tasks_out.value == pytest.approx(0.68, abs=0.005)


def test_the_honest_numbers_lie_below_the_apparent_one(ranking):
    best = ranking.panels.row(0)
    assert 0 < ranking.optimism < 0.03
    assert best["kappa_corrected"] == pytest.approx(ranking.chosen_by_rank.corrected.value)
    assert best["kappa_low"] < best["kappa_corrected"] < best["kappa_high"]
    assert best["rank_low"] == 1 < best["rank_high"]
    assert best["in_indifference_set"]
    assert ranking.panels.p_best.sum() == pytest.approx(1)


def test_the_recommended_panel_follows_the_rule(ranking):
    chosen = ranking.panels.row(ranking.recommendation.panel)
    assert chosen["in_indifference_set"]
    assert chosen["kappa"] >= ranking.panels.kappa[0] - 0.01
    rivals = [ranking.panels.row(panel) for panel in ranking.recommendation.considered]
    fewest = min(rival["missing_votes"] for rival in rivals)
    as_few = [rival for rival in rivals if rival["missing_votes"] - fewest < 0.005 * ranking.n_units_decided]
    assert chosen == max(as_few, key=lambda rival: (rival["families"], -rival["rank"]))
    assert ranking.first_by_rank == ranking.panels.names(0)


@pytest.fixture(scope="module")
def oracle():
    if not ORACLE.exists():
        pytest.skip(f"The shared oracle {ORACLE.name} is not at hand.")
    return json.loads(ORACLE.read_text())


def test_counts_of_all_455_panels(data, ranking, oracle):
    """The oracle leaves an item out on a tie and on fewer than two votes; we decide it.

    A tie becomes not met, which adds to FN or TN alone; a single vote decides.
    """
    panels = {frozenset(ranking.panels.names(panel)): panel for panel in range(455)}
    n_same = 0
    for entry in oracle["ranking"]:
        panel = panels[frozenset(entry["panel"])]
        tp, fp, fn, tn = counts_of(ranking, data, panel)
        no_vote, single, *_ = ranking.panels.units_by_votes[panel]
        ties = ranking.panels.ties[panel]
        assert entry["undecided"] == ties + single + no_vote
        assert tp + fp + fn + tn == 419 - no_vote
        if single == 0:
            assert (tp, fp) == (entry["tp"], entry["fp"])
            assert fn + tn == entry["fn"] + entry["tn"] + ties
        if entry["undecided"] == 0:
            assert (fn, tn) == (entry["fn"], entry["tn"])
            assert ranking.panels.kappa[panel] == pytest.approx(entry["kappa"], abs=1e-9)
            n_same += 1
    assert n_same == 154


def test_all_single_judges(ranking, oracle):
    found = {row["judges"][0]: row["kappa"] for row in rows_of(ranking.single_judges)}
    assert found == pytest.approx(oracle["single_judge_kappa"], abs=1e-9)


def counts_of(ranking, data, panel):
    """TP, FP, FN, TN through the verdict of grading, not through the counting of the ranking."""
    verdicts = panel_verdicts(data.votes[:, ranking.panels.members[panel]])
    counts = confusion(verdicts, data.gold, data.tasks, len(data.tasks))
    assert counts.value("kappa") == pytest.approx(ranking.panels.kappa[panel], abs=1e-12)
    return tuple(counts.totals)
