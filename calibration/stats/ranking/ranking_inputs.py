"""The input check of the ranking: votes, gold and judges checked, coverage measured, the sentence for what is
wrong.
"""

import operator
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from annotation.verdicts.rules import MISSING
from calibration.stats.ranking.panels import number_of_panels
from calibration.stats.resampling.by_task import check_tasks
from calibration.stats.resampling.input_error import StatisticsInputError

LEAST_COVERAGE = 0.95
METRICS = ("kappa", "macro_f1", "agreement", "mcc", "gwet_ac1")


@dataclass(frozen=True)
class Candidate:
    """A judge that may sit on a panel.

    cost: per 1,000 units, None when unknown. family: None when unknown. coverage: share of the units with
    gold that it has a vote on, 0..1. included: whether panels may contain it; below 95 % coverage only when
    that was asked for.
    """

    name: str
    family: str | None
    cost: float | None
    coverage: float
    included: bool


@dataclass(frozen=True)
class RankingInputs:
    """Checked arrays. votes: U x J, of included judges only; gold, task_index: U; candidates: all that
    were given.
    """

    votes: NDArray[np.int8]
    gold: NDArray[np.int8]
    task_index: NDArray[np.int64]
    n_tasks: int
    candidates: tuple[Candidate, ...]
    size: int
    metric: str

    @property
    def judges(self) -> tuple[Candidate, ...]:
        """The included candidates, in the order of the columns of `votes`."""
        return tuple(candidate for candidate in self.candidates if candidate.included)

    @property
    def n_decided(self) -> int:
        return int((self.gold != MISSING).sum())


def check_inputs(
    votes: ArrayLike,
    gold: ArrayLike,
    task_index: ArrayLike,
    judge_names: Sequence[str],
    judge_costs: Sequence[float | None] | None,
    judge_families: Sequence[str | None] | None,
    size: int,
    metric: str,
    include_anyway: Collection[str],
    coverage_over_gold: bool = True,
) -> RankingInputs:
    """Arguments as in `rank_panels`. Raises StatisticsInputError with a sentence for anything that cannot
    be ranked.
    """
    votes, gold, tasks = _checked_arrays(votes, gold, task_index, len(judge_names))
    if metric not in METRICS:
        raise StatisticsInputError(
            f"Panels can be ranked on {', '.join(METRICS)}; {metric!r} is none of these."
        )
    coverage = coverage_of(votes, gold) if coverage_over_gold else (votes != MISSING).mean(axis=0)
    candidates = _candidates(judge_names, judge_costs, judge_families, coverage, include_anyway)
    included = np.array([candidate.included for candidate in candidates])
    return RankingInputs(
        votes=votes[:, included],
        gold=gold,
        task_index=tasks,
        n_tasks=int(tasks.max()) + 1,
        candidates=candidates,
        size=_checked_size(size, candidates),
        metric=metric,
    )


def coverage_of(votes: NDArray[np.int8], gold: NDArray[np.int8]) -> NDArray[np.float64]:
    """Share of the units with gold that each judge has a vote on, length J; zeros where no unit has gold."""
    judged = votes[gold != MISSING]
    return (judged != MISSING).mean(axis=0) if len(judged) else np.zeros(votes.shape[1])


def _checked_arrays(
    votes: ArrayLike, gold: ArrayLike, task_index: ArrayLike, n_judges: int
) -> tuple[NDArray[np.int8], NDArray[np.int8], NDArray[np.int64]]:
    votes, gold = np.asarray(votes), np.asarray(gold)
    if votes.ndim != 2 or gold.shape != votes.shape[:1]:
        raise StatisticsInputError(
            "Votes must be a table of units by judges, with one gold value for each unit; "
            f"the shapes are {votes.shape} and {gold.shape}."
        )
    if votes.shape[1] != n_judges:
        raise StatisticsInputError(f"There are {votes.shape[1]} columns of votes but {n_judges} judge names.")
    for name, values in (("vote", votes), ("gold value", gold)):
        if not np.isin(values, (MISSING, 0, 1)).all():
            raise StatisticsInputError(f"A {name} is 1 (met), 0 (not met) or -1 (none); found another value.")
    _refuse_nothing(votes, gold)
    return votes.astype(np.int8), gold.astype(np.int8), check_tasks(task_index, len(gold), None)[0]


def _refuse_nothing(votes: NDArray[Any], gold: NDArray[Any]) -> None:
    if not (gold != MISSING).any():
        raise StatisticsInputError(
            "No unit has a decided gold value, so no judge can be compared with the clinicians. "
            "Close a round in which a majority of the clinicians agree on at least some criteria."
        )
    if not (votes != MISSING).any():
        raise StatisticsInputError(
            "No judge has voted on any unit. Run the judges or import their votes first."
        )


def _candidates(
    names: Sequence[str],
    costs: Sequence[float | None] | None,
    families: Sequence[str | None] | None,
    coverage: NDArray[np.float64],
    include_anyway: Collection[str],
) -> tuple[Candidate, ...]:
    costs = [None] * len(names) if costs is None else list(costs)
    families = [None] * len(names) if families is None else list(families)
    _check_judges(names, costs, families, include_anyway)
    return tuple(
        Candidate(
            name,
            family,
            cost,
            float(share),
            bool(share >= LEAST_COVERAGE or (name in include_anyway and share > 0)),
        )
        for name, family, cost, share in zip(names, families, costs, coverage, strict=True)
    )


def _check_judges(
    names: Sequence[str],
    costs: Sequence[float | None],
    families: Sequence[str | None],
    include_anyway: Collection[str],
) -> None:
    if len(set(names)) != len(names):
        raise StatisticsInputError("Two judges have the same name; give each judge a name of its own.")
    if len(costs) != len(names) or len(families) != len(names):
        raise StatisticsInputError("Costs and families need one entry for each judge, None where unknown.")
    for name, cost in zip(names, costs, strict=True):
        if cost is not None and not (np.isfinite(cost) and cost >= 0):
            raise StatisticsInputError(f"The cost of {name} must be zero or more, or None when unknown.")
    unknown = sorted(set(include_anyway) - set(names))
    if unknown:
        raise StatisticsInputError(f"{unknown[0]} is to be included but is not among the judges.")


def _checked_size(size: int, candidates: Sequence[Candidate]) -> int:
    try:
        whole = operator.index(size)
    except TypeError:
        raise StatisticsInputError(f"The panel size must be a whole number; {size!r} was given.") from None
    able = sum(candidate.included for candidate in candidates)
    if whole < 1:
        raise StatisticsInputError(f"A panel needs at least one judge; a size of {whole} was asked for.")
    if whole > able:
        short = [candidate.name for candidate in candidates if not candidate.included]
        left_out = (
            f" Left out for voting on less than 95 % of the decided units: {', '.join(short)}."
            if short
            else ""
        )
        raise StatisticsInputError(
            f"A panel of {whole} needs {whole} judges with enough votes, and there are {able}.{left_out}"
        )
    number_of_panels(able, whole)
    return whole
