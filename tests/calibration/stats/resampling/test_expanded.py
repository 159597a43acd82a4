"""Expanded percentiles, and the t distribution they need, beside SciPy's."""

import pytest
from scipy.stats import norm, t

from calibration.stats.resampling.expanded import expanded_levels
from calibration.stats.resampling.student_t import t_cdf, t_quantile


@pytest.mark.parametrize("degrees", [1, 2, 3, 4, 9, 14, 74, 357, 1000])
def test_quantiles_are_those_of_scipy(degrees: int) -> None:
    for level in (0.5, 0.9, 0.975, 0.9995):
        assert t_quantile(level, degrees) == pytest.approx(t.ppf(level, degrees), rel=1e-9, abs=1e-9)
    assert t_cdf(-1.3, degrees) == pytest.approx(t.cdf(-1.3, degrees), abs=1e-12)


@pytest.mark.parametrize(("level", "degrees"), [(0.4, 5), (1.0, 5), (0.975, 0)])
def test_a_quantile_that_is_not_one_is_refused(level: float, degrees: int) -> None:
    with pytest.raises(ValueError, match="No quantile"):
        t_quantile(level, degrees)


def test_the_levels_of_fifteen_tasks_by_hand() -> None:
    # t(14) at 97.5 % is 2.144787, times sqrt(15 / 14) = 1.035098 gives 2.220065; Phi(-2.220065) = .013207.
    low, high = expanded_levels(15)
    assert low == pytest.approx(1.3207, abs=1e-3)
    assert low + high == pytest.approx(100)


@pytest.mark.parametrize("n_tasks", [2, 10, 75, 455])
def test_the_levels_follow_the_formula_of_hesterberg(n_tasks: int) -> None:
    tail = norm.cdf(-((n_tasks / (n_tasks - 1)) ** 0.5) * t.ppf(0.975, n_tasks - 1))
    assert expanded_levels(n_tasks)[0] == pytest.approx(100 * tail, rel=1e-7)
    assert expanded_levels(n_tasks)[0] < 2.5


def test_one_task_cannot_be_expanded() -> None:
    with pytest.raises(ValueError, match="two are needed"):
        expanded_levels(1)
