"""Votes as they are stored: a sign a seat."""

import numpy as np

from annotation.verdicts.coding import decode_unit, decode_votes, encode_votes


def test_a_sign_for_each_seat_and_back():
    votes = np.array([[1, 0, -1], [-1, -1, 1]], dtype=np.int8)
    assert encode_votes(votes) == ["10-", "--1"]
    assert decode_votes(["10-", "--1"], 3).tolist() == votes.tolist()
    assert decode_unit("10-") == [True, False, None]


def test_no_units_are_no_texts():
    assert encode_votes(np.empty((0, 3), dtype=np.int8)) == []
    assert decode_votes([], 3).shape == (0, 3)
