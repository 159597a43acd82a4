"""Headline intervals of many panels at once, beside the slow way and where every draw is the same."""

import numpy as np
import pytest

from calibration.stats.ranking.panel_headlines import panel_headlines
from calibration.stats.ranking.panels import PanelCounts
from calibration.stats.resampling.expanded import expanded_levels


def counts_of_tasks(n_panels, n_tasks):
    """Panels that judged two met and two other pairs of each task rightly."""
    tp, shared = np.full((n_panels, n_tasks), 2), np.full((1, n_tasks), 2)
    nothing = np.zeros(n_panels, dtype=np.int64)
    return PanelCounts(tp, 0 * tp, shared, shared, np.zeros((n_panels, 4), dtype=np.int64), nothing)


def test_expanded_percentiles_of_each_panel():
    kappas = np.random.RandomState(1).rand(3, 400)
    low, high = panel_headlines(counts_of_tasks(3, 12), kappas)
    for panel in range(3):
        expected = np.percentile(kappas[panel], expanded_levels(12))
        assert (low[panel], high[panel]) == pytest.approx(tuple(expected), abs=1e-12)


def test_one_task_gives_none_and_two_give_some():
    kappas = np.random.RandomState(1).rand(1, 50)
    assert np.isnan(panel_headlines(counts_of_tasks(1, 1), kappas)).all()
    assert np.isfinite(panel_headlines(counts_of_tasks(1, 2), kappas)).all()


def test_where_every_draw_is_the_same_kappa_at_one_has_a_bound_and_any_other_nothing():
    # In each of twelve tasks two pairs are met and two not, all judged right: pe = .5.
    low, high = panel_headlines(counts_of_tasks(2, 12), np.stack([np.ones(50), np.zeros(50)]))
    assert (low[0], high[0]) == (pytest.approx((0.05 ** (1 / 12) - 0.5) / 0.5), 1.0)
    assert np.isnan([low[1], high[1]]).all()
