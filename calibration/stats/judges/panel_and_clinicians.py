"""The input check of what compares a panel with clinicians: one verdict and one label each for every unit."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from annotation.verdicts.rules import MISSING
from calibration.stats.resampling.input_error import StatisticsInputError


def check_panel_and_clinicians(
    verdicts: ArrayLike, ratings: ArrayLike
) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    """verdicts: length U. ratings: U x R, at least two clinicians. 1 met, 0 not met, -1 none.

    Raises StatisticsInputError for anything else.
    """
    verdicts, ratings = np.asarray(verdicts), np.asarray(ratings)
    if ratings.ndim != 2 or ratings.shape[1] < 2:
        raise StatisticsInputError("Comparing a panel with clinicians needs labels of at least two of them.")
    if verdicts.shape != ratings.shape[:1]:
        raise StatisticsInputError(
            f"The panel needs one verdict for each of the {len(ratings)} labelled units; "
            f"{verdicts.size} were given."
        )
    for name, values in (("verdict", verdicts), ("label", ratings)):
        if not np.isin(values, (MISSING, 0, 1)).all():
            raise StatisticsInputError(f"A {name} is 1 (met), 0 (not met) or -1 (none).")
    return verdicts.astype(np.int8), ratings.astype(np.int8)


def compared_units(
    verdicts: NDArray[np.int8], ratings: NDArray[np.int8], clinician: int
) -> tuple[NDArray[np.bool_], NDArray[np.int8]]:
    """(U booleans, U x (R-1) labels): where panel, clinician and another clinician have a value; the
    others' labels.
    """
    others = np.delete(ratings, clinician, axis=1)
    both = (verdicts != MISSING) & (ratings[:, clinician] != MISSING)
    return both & (others != MISSING).any(axis=1), others
