"""Baselines were chosen by nobody: kappa has its headline interval, also where a ranking stored none."""

import pytest

from calibration.models import PanelScore
from calibration.rankings.report import ranking_report
from calibration.rankings.stored_estimates import estimate_in, shown_kappa

pytestmark = pytest.mark.both_databases


def test_each_baseline_has_the_kappa_of_its_row_and_both_intervals(ranking):
    report = ranking_report(ranking)
    shown = [*report.singles, report.together]
    assert len(shown) == 1 + ranking.panels.filter(kind=PanelScore.Kind.SINGLE).count()
    for row, kappa in shown:
        assert (kappa.value is None) == (row.kappa is None)
        if row.kappa is not None:
            assert kappa.value == pytest.approx(row.kappa, abs=1e-12)
            percentiles = (kappa.percentile_low, kappa.percentile_high)
            assert percentiles == pytest.approx((row.kappa_low, row.kappa_high), abs=1e-12)
    assert {kappa.method for _, kappa in shown} <= {"studentised", "expanded", "approximate", ""}
    assert any(kappa.method for _, kappa in shown)


def test_a_ranking_of_an_earlier_day_shows_the_percentiles_it_stored(ranking):
    del ranking.result["named_panels"]
    for row, kappa in ranking_report(ranking).singles:
        assert (kappa.low, kappa.high) == (row.kappa_low, row.kappa_high)
        assert (kappa.percentile_low, kappa.percentile_high) == (row.kappa_low, row.kappa_high)
        assert kappa.method == ("" if row.kappa_low is None else "percentile")


def test_an_estimate_of_an_earlier_day_has_its_percentiles_for_both():
    then = {"value": 0.5, "low": 0.4, "high": 0.6, "n_units": 9, "n_tasks": 12, "reason": None}
    found = estimate_in(then)
    assert (found.low, found.high, found.method) == (0.4, 0.6, "percentile")
    assert found.as_published() == then


def test_an_estimate_of_today_comes_back_as_it_was():
    told = {"value": 1.0, "low": 0.7, "high": 1.0, "method": "bound", "percentile_low": 1.0}
    told |= {"percentile_high": 1.0, "n_units": 9, "n_tasks": 12, "reason": None}
    assert estimate_in(told).as_json() == told


def row(low, high, headline_low=None, headline_high=None):
    ends = {"kappa_headline_low": headline_low, "kappa_headline_high": headline_high}
    return {"kappa_low": low, "kappa_high": high} | ends


@pytest.mark.parametrize(
    ("stored", "shown"),
    [
        (row(0.4, 0.6, 0.3, 0.7), (0.3, 0.7, "expanded")),
        (row(1.0, 1.0, 0.5, 1.0), (0.5, 1.0, "approximate")),
        (row(0.4, 0.6), (0.4, 0.6, "percentile")),  # of an earlier day
        (row(0.0, 0.0), (None, None, None)),
        (row(None, None), (None, None, None)),
    ],
)
def test_what_is_shown_of_a_stored_row(stored, shown):
    assert shown_kappa(stored) == shown


def test_the_report_has_the_headline_and_the_percentiles_of_each_panel(ranking):
    told = ranking_report(ranking).as_json()
    stored = {row.rank: row for row in ranking.panels.filter(kind=PanelScore.Kind.PANEL)}
    for panel in told["ranking"]:
        row = stored[panel["rank"]]
        assert (panel["percentile_low"], panel["percentile_high"]) == (row.kappa_low, row.kappa_high)
        assert (panel["kappa_low"], panel["kappa_high"], panel["method"]) == shown_kappa(vars(row))
    named = ranking.result["named_panels"]["single"]
    assert [row["kappa_low"] for row in told["single_judges"]] == [kappa["low"] for kappa in named]
