"""Find rows by keys of several whole numbers, all at once. Pure."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

ABSENT = -1


def positions_of(wanted: Sequence[ArrayLike], known: Sequence[ArrayLike]) -> NDArray[np.int64]:
    """Where each wanted key stands among the known ones, ABSENT where it does not.

    wanted, known: the columns of the keys, as many of them on both sides. Of equal known keys the first
    counts.
    """
    n_wanted = len(np.asarray(wanted[0]))
    codes = key_codes([np.concatenate([ours, theirs]) for ours, theirs in zip(wanted, known, strict=True)])
    sought, present = codes[:n_wanted], codes[n_wanted:]
    if not len(present):
        return np.full(n_wanted, ABSENT, dtype=np.int64)
    order = np.argsort(present, kind="stable")
    positions = np.minimum(np.searchsorted(present[order], sought), len(present) - 1)
    rows = order[positions]
    return np.where(present[rows] == sought, rows, ABSENT)


def key_codes(columns: Sequence[ArrayLike]) -> NDArray[np.int64]:
    """One whole number a row, equal exactly for rows that are equal in every column."""
    codes = np.zeros(len(np.asarray(columns[0])), dtype=np.int64)
    for column in columns:
        values, numbers = np.unique(np.asarray(column), return_inverse=True)
        codes = np.unique(codes * len(values) + numbers, return_inverse=True)[1]
    return codes
