"""The clinicians' majority: strict, and undecided is never "not met"."""

import numpy as np
import pytest

from calibration.stats.agreement.gold import UNDECIDED, majority_gold
from calibration.stats.agreement.ratings import Ratings


@pytest.mark.parametrize(
    ("row", "majority"),
    [
        ([1, 1, 0], 1),
        ([0, 1, 0], 0),
        ([1, None, None], 1),
        ([0, None, None], 0),
        ([1, 0, None], UNDECIDED),
        ([None, None, None], UNDECIDED),
    ],
)
def test_majority(row: list[int | None], majority: int) -> None:
    assert majority_gold(Ratings.of([row], [0])).tolist() == [majority]


def test_four_raters_split_evenly_are_undecided() -> None:
    assert majority_gold(Ratings.of([[1, 1, 0, 0]], [0])).tolist() == [UNDECIDED]


def test_a_plurality_of_three_categories_is_not_a_majority() -> None:
    ratings = Ratings.of([[7, 8, 9, 9], [9, 8, 9, 9]], [0, 0], categories=(7, 8, 9))
    assert majority_gold(ratings).tolist() == [UNDECIDED, 2]


def test_no_units_give_no_majorities() -> None:
    assert majority_gold(Ratings.of(np.empty((0, 3)), [])).tolist() == []
