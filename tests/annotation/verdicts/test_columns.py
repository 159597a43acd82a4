"""Yes/no columns of a table become votes and back."""

import pandas as pd

from annotation.verdicts.columns import as_booleans, vote_matrix


def test_columns_become_votes_and_back():
    frame = pd.DataFrame({"a": pd.array([True, None, False], dtype="boolean")})
    matrix = vote_matrix(frame, ["a"])
    assert matrix.tolist() == [[1], [-1], [0]]
    pd.testing.assert_extension_array_equal(as_booleans(matrix[:, 0]), frame["a"].array)
