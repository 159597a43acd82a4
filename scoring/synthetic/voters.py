"""Who errs how: clinicians and judges whose mistakes are correlated by a Gaussian copula."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from scoring.synthetic.truth import CorpusPlan


@dataclass(frozen=True)
class SyntheticJudge:
    """A candidate judge with its true error rate, price and family."""

    judge_id: str
    family: int
    error_rate: float
    cost_usd: float


def make_judges(plan: CorpusPlan) -> list[SyntheticJudge]:
    """Judges with error rates spread over the plan's range; the better half costs more."""
    rates = np.linspace(*plan.judge_error_range, plan.judges)
    return [
        SyntheticJudge(
            judge_id=f"family-{number % plan.families + 1}/judge-{number + 1:02d}",
            family=number % plan.families,
            error_rate=float(rate),
            cost_usd=round(0.0004 * (plan.judges - number), 6),
        )
        for number, rate in enumerate(rates)
    ]


def judge_votes(
    met: NDArray[np.bool_], judges: list[SyntheticJudge], plan: CorpusPlan, chance: np.random.RandomState
) -> NDArray[np.int8]:
    """Votes on flat truth, units x judges: 1, 0, or -1 for no vote.

    A judge errs where its latent score falls below the quantile of its error rate. Scores of two judges share
    a part common to all and, within a family, a larger one.
    """
    common, within = plan.judge_error_correlation, plan.family_error_correlation
    units = len(met)
    shared = np.sqrt(common) * chance.standard_normal((units, 1))
    of_family = np.sqrt(within) * chance.standard_normal((units, plan.families))
    votes = np.empty((units, len(judges)), dtype=np.int8)
    for column, judge in enumerate(judges):
        own = np.sqrt(1 - common - within) * chance.standard_normal(units)
        errs = shared[:, 0] + of_family[:, judge.family] + own < ndtri(judge.error_rate)
        votes[:, column] = met ^ errs
    votes[chance.random_sample(votes.shape) < plan.missing_vote_rate] = -1
    return votes


def clinician_labels(
    met: NDArray[np.bool_], plan: CorpusPlan, chance: np.random.RandomState
) -> NDArray[np.int8]:
    """Labels on flat truth, units x 3: 1 or 0; hard units are hard for all three."""
    shared = np.sqrt(plan.clinician_error_correlation) * chance.standard_normal((len(met), 1))
    own = np.sqrt(1 - plan.clinician_error_correlation) * chance.standard_normal((len(met), 3))
    errs = shared + own < ndtri(plan.clinician_error_rates)
    return (met[:, None] ^ errs).astype(np.int8)
