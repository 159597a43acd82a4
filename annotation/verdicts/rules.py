"""Who says met: rules 1 to 3 of DESIGN.md section 5, for one unit and for a whole table at once.

One unit's votes are True (met), False (not met) or None (no vote). A table is an int8 matrix of MET, NOT_MET
and MISSING, one row a unit and one column a voter.
"""

from collections import Counter
from collections.abc import Hashable, Iterable
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

MET = 1
NOT_MET = 0
MISSING = -1

N_RATERS = 3  # clinicians who label each unit of a round

Votes = NDArray[np.int8]
Counts = NDArray[np.signedinteger[Any]] | int
Value = TypeVar("Value", bound=Hashable)


def clinician_majority(labels: Iterable[Value | None]) -> Value | None:
    """Rule 1: what more than half of those who judged said; None (undecided) without such a value.

    labels: one a rater, of any kind that can be told apart; None where there is no judgment.
    """
    judged = [label for label in labels if label is not None]
    value, count = Counter(judged).most_common(1)[0] if judged else (None, 0)
    return value if 2 * count > len(judged) else None


def clinician_majorities(labels: Votes, n_categories: int = 2) -> Votes:
    """Rule 1 for every unit: the strict majority; MISSING (undecided) on an even split or without a label.

    labels: U x R, categories numbered from 0 (NOT_MET, MET), MISSING where a rater did not judge.
    """
    counts = np.stack([np.count_nonzero(labels == k, axis=1) for k in range(n_categories)], axis=1)
    decided = 2 * counts.max(axis=1) > counts.sum(axis=1)
    return np.where(decided, counts.argmax(axis=1), MISSING).astype(np.int8)


def panel_verdict(votes: Iterable[bool | None], empty_response: bool = False) -> bool | None:
    """Rule 2: strict majority of the judges who voted, an even split is not met, None when nobody voted.

    Rule 3: nothing is met in an empty response, whatever the judges said.
    """
    if empty_response:
        return False
    cast = [vote for vote in votes if vote is not None]
    return bool(is_met(sum(cast), len(cast))) if cast else None


def panel_verdicts(votes: Votes, empty_response: NDArray[np.bool_] | bool = False) -> Votes:
    """Rules 2 and 3 for every unit: MET or NOT_MET, MISSING without a vote.

    votes: U x k, one column a judge. empty_response: for each unit whether its response is empty.
    """
    cast = votes_cast(votes)
    verdicts = np.where(cast == 0, MISSING, is_met(votes_for_met(votes), cast))
    return np.where(empty_response, NOT_MET, verdicts).astype(np.int8)


def is_met(votes_met: Counts, votes_cast: Counts) -> NDArray[np.bool_]:
    """Rule 2 on numbers of votes: whether more than half of those cast say met; no verdict where none is."""
    return np.asarray(2 * votes_met > votes_cast)


def votes_cast(votes: Votes) -> NDArray[np.int64]:
    """How many voters answered, per unit."""
    return np.asarray(np.count_nonzero(votes != MISSING, axis=1), dtype=np.int64)


def votes_for_met(votes: Votes) -> NDArray[np.int64]:
    """How many voters said met, per unit."""
    return np.asarray(np.count_nonzero(votes == MET, axis=1), dtype=np.int64)
