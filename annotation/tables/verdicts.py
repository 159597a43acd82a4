"""Who says met: the majority of clinicians and the verdict of a panel, over whole tables at once.

Votes are an int8 matrix, one row a unit and one column a voter: MET, NOT_MET or MISSING.
DESIGN.md section 5, rules 1 to 3; the rules in words and one unit at a time are in `scoring/rules.py`.
"""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from numpy.typing import NDArray

MET = 1
NOT_MET = 0
MISSING = -1

Votes = NDArray[np.int8]


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


def votes_cast(votes: Votes) -> NDArray[np.int64]:
    """How many voters answered, per unit."""
    return np.asarray(np.count_nonzero(votes != MISSING, axis=1), dtype=np.int64)


def votes_for_met(votes: Votes) -> NDArray[np.int64]:
    """How many voters said met, per unit."""
    return np.asarray(np.count_nonzero(votes == MET, axis=1), dtype=np.int64)


def clinician_majorities(labels: Votes) -> Votes:
    """Rule 1: the strict majority of those who judged; MISSING (undecided) on an even split or without a
    label.
    """
    twice_met, cast = 2 * votes_for_met(labels), votes_cast(labels)
    return np.select([twice_met > cast, twice_met < cast], [MET, NOT_MET], MISSING).astype(np.int8)


def panel_verdicts(votes: Votes, empty_response: NDArray[np.bool_] | bool = False) -> Votes:
    """Rules 2 and 3: the strict majority of the judges who voted, an even split is not met, no vote is
    MISSING; where the response is empty, not met whatever the judges said.
    """
    twice_met, cast = 2 * votes_for_met(votes), votes_cast(votes)
    verdicts = np.select([cast == 0, twice_met > cast], [MISSING, MET], NOT_MET)
    return np.where(empty_response, NOT_MET, verdicts).astype(np.int8)
