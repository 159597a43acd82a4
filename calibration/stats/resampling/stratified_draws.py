"""Resampling within strata: bootstrap draws and permutations that keep the design of a split."""

import numpy as np
from numpy.typing import NDArray

from calibration.stats.resampling.draws import LARGEST_SEED, whole_number


def stratified_counts(groups: NDArray[np.int64], n_draws: int, seed: int) -> NDArray[np.float32]:
    """D x T: how often each task is in each draw when every group is drawn from itself, at its own size.

    groups: length T. One RandomState(seed) serves the groups in ascending order, each by
    randint(0, size of group, size=(D, size of group)).
    """
    n_draws, stream = whole_number("number of draws", n_draws), _stream(seed)
    counts = np.zeros((n_draws, len(groups)), dtype=np.float32)
    for group in np.unique(groups):
        members = np.flatnonzero(groups == group)
        drawn = stream.randint(0, len(members), size=(n_draws, len(members)), dtype=np.int64)
        drawn += np.arange(n_draws)[:, None] * len(members)
        counted = np.bincount(drawn.ravel(), minlength=drawn.size).reshape(drawn.shape)
        counts[:, members] = counted
    return counts


def permuted_within(
    labels: NDArray[np.bool_], strata: NDArray[np.int64], n_draws: int, seed: int
) -> NDArray[np.bool_]:
    """D x T: the labels shuffled among the tasks of each stratum, so that each keeps its number of True.

    labels, strata: length T. One RandomState(seed) serves the strata in ascending order; the tasks with the
    smallest of uniform numbers, random_sample((D, size of stratum)), become True.
    """
    n_draws, stream = whole_number("number of draws", n_draws), _stream(seed)
    permuted = np.zeros((n_draws, len(labels)), dtype=bool)
    for stratum in np.unique(strata):
        members = np.flatnonzero(strata == stratum)
        place = stream.random_sample((n_draws, len(members))).argsort(axis=1).argsort(axis=1)
        permuted[:, members] = place < labels[members].sum()
    return permuted


def _stream(seed: int) -> np.random.RandomState:
    return np.random.RandomState(whole_number("seed", seed, LARGEST_SEED))
