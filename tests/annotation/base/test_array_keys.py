"""Rows are found by keys of several numbers."""

import numpy as np
import pytest

from annotation.base.array_keys import ABSENT, key_codes, positions_of

KNOWN = (np.array([5, 5, 7, 9]), np.array([1, 2, 1, 1]))


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        (([5, 7], [2, 1]), [1, 2]),
        (([5, 7], [1, 2]), [0, ABSENT]),  # both numbers occur, but not together
        (([6], [1]), [ABSENT]),
        (([], []), []),
    ],
)
def test_positions_of_keys(wanted, expected):
    assert positions_of(wanted, KNOWN).tolist() == expected


def test_of_equal_keys_the_first_counts():
    assert positions_of(([4],), ([3, 4, 4],)).tolist() == [1]


def test_nothing_known_is_nothing_there():
    assert positions_of(([4, 5],), ([],)).tolist() == [ABSENT, ABSENT]


def test_codes_are_equal_exactly_for_equal_rows():
    codes = key_codes(([1, 1, 2, 1], [3, 4, 3, 3])).tolist()
    assert codes[0] == codes[3]
    assert len(set(codes)) == 3


def test_large_numbers_do_not_run_over():
    large = 2**62
    assert positions_of(([large], [large], [large]), ([1, large], [1, large], [1, large])).tolist() == [1]
