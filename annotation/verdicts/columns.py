"""Votes in the tables: nullable yes/no columns of a frame to a matrix of votes, and back."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from annotation.verdicts.rules import MET, MISSING, Votes


def vote_matrix(frame: pd.DataFrame, columns: Sequence[str]) -> Votes:
    """The yes/no columns of a frame as votes, n x k."""
    votes = np.empty((len(frame), len(columns)), dtype=np.int8)
    for position, name in enumerate(columns):
        votes[:, position] = vote_column(frame[name])
    return votes


def vote_column(column: pd.Series) -> Votes:
    """One nullable yes/no column as votes, length n."""
    return np.asarray(column.astype("Int8").to_numpy(dtype=np.int8, na_value=MISSING), dtype=np.int8)


def as_booleans(votes: Votes) -> pd.arrays.BooleanArray:
    """Votes of one column as a nullable yes/no array; MISSING becomes missing."""
    return pd.arrays.BooleanArray(votes == MET, votes == MISSING)
