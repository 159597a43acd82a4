"""How far the panel's known errors could move a score: the calibration set's net bias, carried over.

A band to stand beside the raw score, which stays the headline: it assumes that the panel errs on the
evaluated models as it does on the calibration set.
"""

from collections.abc import Mapping
from dataclasses import replace

from calibration.stats.resampling.draws import Draws
from calibration.stats.resampling.estimate import Estimate
from calibration.stats.scores.calibration_bias import CalibrationBias, weighted_bias


def judge_error_band(
    score: float, weight_shares: Mapping[str, float], bias: CalibrationBias, draws: Draws
) -> Estimate:
    """The score less the bias of its dimensions, with the interval that resampling the calibration tasks
    gives.

    score: a model's mean, overall or in one dimension. weight_shares: the share of that score's weight in
    each dimension ({dimension: 1} for one dimension). Not cut at 0 and 1.
    """
    error = weighted_bias(bias, weight_shares, draws)
    if error.value is None:
        return error
    low = None if error.high is None else score - error.high
    high = None if error.low is None else score - error.low
    return replace(error, value=score - error.value, low=low, high=high)
