"""What the panels' values would be without the luck of these tasks, as far as the data can tell.

The value of a panel is taken apart by least squares into what each of its judges adds, and a remainder. Both
vary because judges differ and because few tasks were drawn; how much is due to the tasks follows from what
each task pulls. What judges add is pulled towards the median judge by an empirical-Bayes prior, a mixture of
normal distributions of several widths (Stephens 2017): fourteen judges that differ by luck alone are made
equal although a fifteenth stands out. The remainder is shrunk by one factor (James & Stein 1961).

Draws made around this centre, instead of around the data, repeat the winner's luck without starting from it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import comb

import numpy as np
from numpy.typing import NDArray

from calibration.stats.judges.confusion_statistics import STATISTICS
from calibration.stats.ranking.panels import PanelCounts
from calibration.stats.resampling.in_blocks import blocks
from calibration.stats.resampling.studentised import slopes_of

Numbers = NDArray[np.float64]

WIDTHS = 4.0 ** np.arange(-2, 6)  # variances of the prior's parts, in those of the noise
PRIOR_ROUNDS = 200
NUMBERS_AT_ONCE = 2_000_000
DECIMALS = 12
ROUNDING = 1e-12


def shrunken_centre(counts: PanelCounts, members: NDArray[np.int64], metric: str) -> Numbers:
    """The metric of each panel, length P, less what is likely luck. NaN stays NaN.

    counts: of all panels of their judges, members: P x k.
    """
    scores = STATISTICS[metric].of(*counts.totals())
    defined = np.isfinite(scores)
    if len(scores) < 2 or counts.tp.shape[1] < 2 or not defined.all():
        return scores
    fit = _JudgeEffects(members)
    parts = _parts(fit, counts, scores, metric)
    added = shrunk_to_the_median(parts.added, parts.noise_of_added)
    remainder = scores - fit.of_panels(parts.added)
    return np.round(fit.of_panels(added) + parts.kept_of_remainder * remainder, DECIMALS)


def shrunk_to_the_median(added: Numbers, noise: float) -> Numbers:
    """Posterior means under the mixture prior about the median, fitted by EM with one judge's weight on none.

    noise: variance of each entry that is due to the tasks.
    """
    if noise <= ROUNDING**2:
        return added
    middle = float(np.median(added))
    variances = noise * np.concatenate([[0.0], WIDTHS])
    likelihood = np.exp(-((added[:, None] - middle) ** 2) / (2 * (noise + variances)))
    likelihood /= np.sqrt(noise + variances)
    weights = np.full(len(variances), 1 / len(variances))
    for _ in range(PRIOR_ROUNDS):
        belongs = _shares(likelihood * weights)
        weights = belongs.sum(axis=0)
        weights[0] += 1
        weights /= len(added) + 1
    kept = (_shares(likelihood * weights) * (variances / (noise + variances))).sum(axis=1)
    return np.asarray(middle + kept * (added - middle))


@dataclass(frozen=True)
class _Parts:
    """added: by each judge, length J. noise_of_added: its variance due to tasks. kept_of_remainder: 0..1."""

    added: Numbers
    noise_of_added: float
    kept_of_remainder: float


def _parts(fit: "_JudgeEffects", counts: PanelCounts, scores: Numbers, metric: str) -> _Parts:
    n_tasks = counts.tp.shape[1]
    by_judge, squared = np.zeros((fit.n_judges, n_tasks)), 0.0
    for rows, pulls in _pulls(counts, metric):
        by_judge += fit.summed(pulls, rows)
        squared += float(np.square(pulls).sum())
    of_tasks, added = fit.solve(by_judge), fit.solve(fit.summed(scores[:, None], slice(None)))[:, 0]
    unbiased = n_tasks / (n_tasks - 1)
    spread = np.square(of_tasks - of_tasks.mean(axis=0)).sum() / (fit.n_judges - 1)
    remainder = scores - fit.of_panels(added)
    observed, noise = float(np.square(remainder).sum()), squared - float((of_tasks * by_judge).sum())
    kept = max(0.0, 1 - unbiased * noise / observed) if observed > ROUNDING * len(scores) else 0.0
    return _Parts(added, float(unbiased * spread), kept)


def _pulls(counts: PanelCounts, metric: str) -> Iterator[tuple[slice, Numbers]]:
    """What each task pulls at the value of each panel, B x T, block by block."""

    def of_sums(sums: Numbers) -> Numbers:
        return STATISTICS[metric].of(*np.moveaxis(sums, -1, 0))

    n_panels, n_tasks = counts.tp.shape
    for rows in blocks(n_panels, max(1, NUMBERS_AT_ONCE // n_tasks)):
        some = counts.take(rows)
        slopes = slopes_of(of_sums, np.stack(some.totals(), axis=-1))
        slopes[~np.isfinite(slopes)] = 0
        columns = (some.tp, some.fp, some.met, some.not_met)
        pulls = np.zeros((len(some), n_tasks))
        for slope, column in zip(slopes.T, columns, strict=True):
            pulls += slope[:, None] * column
        yield rows, pulls


class _JudgeEffects:
    """Least squares of panels' values on their judges, for all panels of one size."""

    def __init__(self, members: NDArray[np.int64]) -> None:
        self._members = members
        self.n_judges, size = int(members.max()) + 1, members.shape[1]
        together = comb(self.n_judges - 2, size - 2) if size > 1 else 0
        alone = comb(self.n_judges - 1, size - 1) - together
        self._normal = alone * np.eye(self.n_judges) + together

    def summed(self, values: Numbers, rows: slice) -> Numbers:
        """J x T: values of panels, B x T, summed over those each judge sits on."""
        members = self._members[rows]
        sits = np.zeros((len(members), self.n_judges))
        sits[np.arange(len(members))[:, None], members] = 1
        return np.asarray(sits.T @ values)

    def solve(self, summed: Numbers) -> Numbers:
        """What each judge adds, J x T."""
        return np.asarray(np.linalg.solve(self._normal, summed))

    def of_panels(self, added: Numbers) -> Numbers:
        """Length P: the sum over a panel's judges."""
        return np.asarray(added[self._members].sum(axis=1))


def _shares(values: Numbers) -> Numbers:
    return np.asarray(values / values.sum(axis=1, keepdims=True))
