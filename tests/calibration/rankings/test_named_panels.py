"""Baselines were chosen by nobody: kappa has its headline interval, also where a ranking stored none."""

import pytest

from calibration.models import PanelScore
from calibration.rankings.report import ranking_report
from calibration.rankings.stored_estimates import estimate_in

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
