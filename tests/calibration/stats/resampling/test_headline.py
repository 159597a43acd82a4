"""Which interval is the headline, on both sides of each condition, and the bounds where nothing varies."""

import numpy as np
import pytest

from calibration.stats.resampling.expanded import expanded_levels
from calibration.stats.resampling.headline import Headline, headline_interval
from calibration.stats.resampling.no_variation import KAPPA, SHARE, kappa_bound, share_bound
from calibration.stats.resampling.studentised import Studentised

DRAWN = np.linspace(0.4, 0.8, 401)
SPREAD = Studentised(error=0.1, low=-2.5, high=1.5)


def test_studentised_where_it_is_defined() -> None:
    # value - q.975 x error = .6 - .15; value - q.025 x error = .6 + .25.
    low, high, method = headline_interval(0.6, DRAWN, 12, Headline(SHARE, lambda: SPREAD))
    assert (low, high, method) == (pytest.approx(0.45), pytest.approx(0.85), "studentised")


def test_studentised_stays_within_the_range() -> None:
    assert headline_interval(0.9, DRAWN, 12, Headline(SHARE, lambda: SPREAD))[1] == 1.0
    assert headline_interval(-0.95, DRAWN - 1.5, 12, Headline(KAPPA, lambda: SPREAD))[0] == -1.0


def test_expanded_where_it_is_not() -> None:
    low, high, method = headline_interval(0.6, DRAWN, 12, Headline(SHARE, lambda: None))
    assert method == "expanded"
    assert (low, high) == pytest.approx(np.percentile(DRAWN, expanded_levels(12)))
    assert headline_interval(0.6, DRAWN, 12, Headline())[:2] == (low, high)


def test_percentiles_from_a_number_of_tasks_on_and_not_one_below() -> None:
    how = Headline(SHARE, lambda: SPREAD, percentiles_from=200)
    assert headline_interval(0.6, DRAWN, 199, how)[2] == "studentised"
    assert headline_interval(0.6, DRAWN, 200, how) == (pytest.approx(0.41), pytest.approx(0.79), "percentile")


def test_ten_tasks_wholly_met_or_not() -> None:
    # .05 ** (1 / 10) = exp(-2.995732 / 10) = .741134.
    assert share_bound(1.0, 10) == (pytest.approx(0.741134, abs=1e-6), 1.0)
    assert share_bound(0.0, 10) == (0.0, pytest.approx(0.258866, abs=1e-6))
    assert share_bound(0.5, 10) is None


def test_kappa_at_one_has_the_bound_of_its_agreement_less_chance() -> None:
    # (.741134 - .5) / (1 - .5) = .482267; with pe = .9 it is (.741134 - .9) / .1 = -1.58866: cut at -1.
    assert kappa_bound(1.0, 0.5, 10) == (pytest.approx(0.482267, abs=1e-5), 1.0)
    assert kappa_bound(1.0, 0.9, 10) == (-1.0, 1.0)
    assert kappa_bound(0.0, 0.5, 10) is None
    assert kappa_bound(1.0, None, 10) is None


def test_a_bound_only_where_no_draw_differs() -> None:
    same = np.ones(50)
    assert headline_interval(1.0, same, 10, Headline(SHARE))[2] == "bound"
    assert headline_interval(1.0, same, 10, Headline(KAPPA, None, 0.5))[2] == "approximate"
    assert headline_interval(1.0, same, 10, Headline(KAPPA)) is None
    assert headline_interval(0.7, np.full(50, 0.7), 10, Headline(SHARE)) is None
    same[0] = 0.9
    assert headline_interval(1.0, same, 10, Headline(SHARE))[2] == "expanded"
