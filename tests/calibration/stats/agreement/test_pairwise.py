"""Pairs of clinicians, and each against the rest, on tables small enough to work out by hand."""

import pytest

from calibration.stats.agreement.pairwise import (
    BESIDE_KAPPA,
    against_the_rest,
    each_against_the_rest,
    each_pair,
    pair_tables,
)
from calibration.stats.agreement.ratings import Ratings
from calibration.stats.resampling.draws import task_draws

# Raters 0 and 1: both met 2, only the first 1, only the second 0, both not 1 (a=2, b=1, c=0, d=1).
VALUES = [[1, 1, 1], [1, 1, 0], [1, 0, 0], [0, 0, 0], [1, None, 0]]
TASKS = [0, 0, 1, 1, 2]


def test_first_pair_by_hand() -> None:
    first = each_pair(Ratings.of(VALUES, TASKS), task_draws(3, 50))[0]
    estimates = first.estimates
    assert (first.first, first.second) == (0, 1)
    assert tuple(estimates) == ("cohen_kappa", *BESIDE_KAPPA)
    # pa = 3/4; pe = (3/4)(2/4) + (1/4)(2/4) = 1/2; kappa = (3/4 - 1/2) / (1/2).
    assert estimates["cohen_kappa"].value == pytest.approx(0.5)
    assert estimates["percent_agreement"].value == pytest.approx(3 / 4)
    assert estimates["positive_agreement"].value == pytest.approx(2 * 2 / (2 * 2 + 1))
    assert estimates["negative_agreement"].value == pytest.approx(2 * 1 / (2 * 1 + 1))
    assert estimates["pabak"].value == pytest.approx(0.5)
    assert estimates["prevalence"].value == pytest.approx(5 / 8)
    assert (estimates["cohen_kappa"].n_units, estimates["cohen_kappa"].n_tasks) == (4, 2)


def test_all_pairs_are_listed_in_order() -> None:
    pairs = each_pair(Ratings.of(VALUES, TASKS), task_draws(3, 5))
    assert [(pair.first, pair.second) for pair in pairs] == [(0, 1), (0, 2), (1, 2)]


def test_a_clinician_is_not_part_of_the_majority_she_is_compared_with() -> None:
    compared = against_the_rest(Ratings.of(VALUES, TASKS), 0)
    # Others say 1 1, 1 0 (undecided), 0 0, 0 0, and 0 alone.
    assert compared.values.tolist() == [[1, 1], [1, -1], [1, 0], [0, 0], [1, 0]]
    against = each_against_the_rest(Ratings.of(VALUES, TASKS), task_draws(3, 5))
    assert [(one.first, one.second) for one in against] == [(0, None), (1, None), (2, None)]
    assert against[0].estimates["percent_agreement"].value == pytest.approx(2 / 4)
    assert against[0].estimates["cohen_kappa"].n_units == 4


def test_two_raters_who_share_nothing_have_a_reason() -> None:
    (pair,) = each_pair(Ratings.of([[1, None], [None, 0]], [0, 1]), task_draws(2, 5))
    assert {estimate.reason for estimate in pair.estimates.values()} == {"no_data"}


def test_one_rater_has_no_pairs_and_no_rest() -> None:
    ratings = Ratings.of([[1], [0]], [0, 1])
    assert each_pair(ratings, task_draws(2, 5)) == []
    (alone,) = each_against_the_rest(ratings, task_draws(2, 5))
    assert alone.estimates["cohen_kappa"].reason == "no_data"


def test_kappa_of_two_who_always_say_met_is_undefined_not_one() -> None:
    (pair,) = each_pair(Ratings.of([[1, 1], [1, 1]], [0, 1]), task_draws(2, 5))
    assert (pair.estimates["cohen_kappa"].value, pair.estimates["cohen_kappa"].reason) == (
        None,
        "one_category",
    )
    assert pair.estimates["negative_agreement"].reason == "one_category"
    assert pair.estimates["positive_agreement"].value == 1.0


def test_pairs_over_three_categories_by_hand() -> None:
    # Both say 0 twice, 1 once, 2 once; once the first says 1 and the second 2.
    values = [[0, 0], [0, 0], [1, 1], [2, 2], [1, 2]]
    (pair,) = each_pair(Ratings.of(values, [0, 1, 2, 3, 4], categories=[0, 1, 2]), task_draws(5, 50))
    assert tuple(pair.estimates) == ("cohen_kappa", *BESIDE_KAPPA)
    # pa = 4/5; pe = (2/5)(2/5) + (2/5)(1/5) + (1/5)(2/5) = 8/25; kappa = (20/25 - 8/25) / (17/25).
    assert pair.estimates["cohen_kappa"].value == pytest.approx(12 / 17)
    assert pair.estimates["percent_agreement"].value == pytest.approx(4 / 5)
    assert pair.estimates["pabak"].value == pytest.approx((4 / 5 - 1 / 3) / (2 / 3))
    for name in ("prevalence", "positive_agreement", "negative_agreement"):
        undefined = pair.estimates[name]
        assert (undefined.value, undefined.reason) == (None, "more_than_two_labels")
        assert (undefined.n_units, undefined.n_tasks) == (5, 5)


def test_cohen_refuses_three_raters() -> None:
    with pytest.raises(ValueError, match="two raters; 3 were given"):
        pair_tables(Ratings.of(VALUES, TASKS))
