"""Poor data: a reason in words, never NaN, never 0 or 1 by convention."""

import numpy as np
import pytest

from calibration.stats.agreement.agreement import SUMMARY, agreement_jackknife, agreement_summary
from calibration.stats.agreement.ratings import Ratings
from calibration.stats.resampling.draws import task_draws

CHANCE_CORRECTED_BY_MARGINS = ("fleiss_kappa", "krippendorff_alpha")


def reasons_of(ratings: Ratings, draws: int = 20) -> dict[str, str | None]:
    summary = agreement_summary(ratings, task_draws(ratings.n_tasks, draws))
    assert tuple(summary) == SUMMARY
    return {name: estimate.reason for name, estimate in summary.items()}


def test_no_units_at_all() -> None:
    assert set(reasons_of(Ratings.of(np.empty((0, 3)), [])).values()) == {"no_data"}


def test_units_nobody_rated() -> None:
    assert set(reasons_of(Ratings.of([[None, None], [np.nan, -1]], [0, 1])).values()) == {"no_data"}


def test_one_rater() -> None:
    found = reasons_of(Ratings.of([[1], [0], [1]], [0, 1, 2]))
    assert found.pop("prevalence") is None
    assert set(found.values()) == {"no_unit_with_two_ratings"}


def test_raters_who_share_no_unit() -> None:
    found = reasons_of(Ratings.of([[1, None], [None, 0], [1, None]], [0, 1, 2]))
    assert found.pop("prevalence") is None
    assert set(found.values()) == {"no_unit_with_two_ratings"}


def test_one_category_leaves_kappa_and_alpha_undefined_and_the_others_defined() -> None:
    summary = agreement_summary(Ratings.of([[1, 1, 1], [1, 1, None]], [0, 1]), task_draws(2, 20))
    for name in CHANCE_CORRECTED_BY_MARGINS:
        assert (summary[name].value, summary[name].reason) == (None, "one_category")
    # pa = 1; AC1: pe = 0; PABAK: pe = 1/2. Both are 1 by their formula, not by convention.
    for name in ("percent_agreement", "gwet_ac1", "pabak", "prevalence"):
        assert (summary[name].value, summary[name].reason) == (1.0, None)


def test_one_task_has_values_without_intervals() -> None:
    summary = agreement_summary(Ratings.of([[1, 0], [1, 1], [0, 0]], [0, 0, 0]), task_draws(1, 20))
    for estimate in summary.values():
        assert estimate.value is not None
        assert (estimate.low, estimate.high, estimate.reason) == (None, None, "one_task")
    jackknife = agreement_jackknife(Ratings.of([[1, 0], [1, 1], [0, 0]], [0, 0, 0]))
    assert set(jackknife.values()) == {(None, None)}


def test_no_draws_have_values_without_intervals() -> None:
    found = reasons_of(Ratings.of([[1, 0], [1, 1], [0, 0]], [0, 1, 2]), draws=0)
    assert set(found.values()) == {"no_draws"}


def test_numbers_of_units_tasks_and_ratings_are_those_used() -> None:
    ratings = Ratings.of([[1, 0, 1], [1, None, None], [0, 0, None], [None, None, None]], [0, 1, 2, 3])
    summary = agreement_summary(ratings, task_draws(4, 20))
    kappa, prevalence = summary["fleiss_kappa"], summary["prevalence"]
    assert (kappa.n_units, kappa.n_tasks, kappa.n_ratings) == (2, 2, 5)
    assert (prevalence.n_units, prevalence.n_tasks, prevalence.n_ratings) == (3, 3, 6)
    assert (kappa.method, prevalence.method) == ("expanded", "expanded")


@pytest.mark.parametrize(
    ("values", "tasks", "sentence"),
    [
        ([[1, 2]], [0], "Rating 2 of unit 1 by rater 2 is not one of the declared categories"),
        ([[1, 0], [0, 0.5]], [0, 0], "Rating 0.5 of unit 2 by rater 2"),
        ([[1, 7], [9, 0]], [0, 0], "Rating 7 of unit 1 by rater 2"),  # the first of several
        ([["yes", "no"]], [0], "Ratings must be numbers"),
        ([[1, 0], [1]], [0, 0], "Ratings must be numbers"),
        ([1, 0], [0, 0], "two dimensions"),
        ([[1, 0]], [0, 1], "Each of the 1 rows needs one task number"),
        ([[1, 0]], [-1], "Every task number must be 0 or more; found -1"),
        ([[1, 0]], [0.5], "Every task must be a whole number"),
    ],
)
def test_bad_tables_are_refused_in_a_sentence(values: list, tasks: list, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        Ratings.of(values, tasks)


@pytest.mark.parametrize("categories", [(1,), (1, 1), (-1, 1)])
def test_strange_categories_are_refused(categories: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="categor"):
        Ratings.of([[1, 1]], [0], categories=categories)


def test_a_task_number_beyond_the_declared_tasks_is_refused() -> None:
    with pytest.raises(ValueError, match="from 0 to 1; found 2"):
        Ratings.of([[1, 1], [1, 1]], [0, 2], n_tasks=2)


def test_draws_for_another_number_of_tasks_are_refused() -> None:
    with pytest.raises(ValueError, match="each of the 3 tasks"):
        agreement_summary(Ratings.of([[1, 0]], [0]), task_draws(3, 10))


def test_coefficients_about_met_need_two_categories() -> None:
    ratings = Ratings.of([[1, 2], [3, 3]], [0, 1], categories=(1, 2, 3))
    for name in ("prevalence", "fleiss_cuzick"):
        with pytest.raises(ValueError, match="two categories"):
            agreement_summary(ratings, task_draws(2, 10), [name])
