"""Candidate judges on one closed round: each judge's measures, and judges against judges."""

from collections import Counter
from dataclasses import dataclass

import numpy as np
from django.db.models import Count
from numpy.typing import NDArray

from annotation.base.array_cache import cached_result
from annotation.tables.canonical import sha256_of
from calibration.models import Judge, JudgeVote
from calibration.ratings.closed_round import checked_draws
from calibration.ratings.judged_round import JudgedRound
from calibration.ratings.vote_columns import judge_stamps
from calibration.stats.judges.confusion import confusion, estimates_of_each
from calibration.stats.judges.judge_errors import JudgeErrors, judge_errors
from calibration.stats.resampling.defaults import DEFAULT_DRAWS, DEFAULT_SEED
from calibration.stats.resampling.draws import Draws
from calibration.stats.resampling.estimate import Estimate


@dataclass(frozen=True)
class Measures:
    """A judge on the round. coverage: share of the pairs with gold that have a vote. latency_ms: of a call.

    Costs and latencies are None when unknown, which is not zero.
    """

    coverage: float
    statistics: dict[str, Estimate]
    cost_per_1000: float | None
    latency_ms: float | None
    prompt: str | None


@dataclass(frozen=True)
class JudgeRow:
    """A registered judge; `measures` is None when it has no vote on the round."""

    judge: Judge
    n_votes: int
    measures: Measures | None


@dataclass(frozen=True)
class Together:
    """Judges against judges: names in the order of `errors.phi`."""

    names: list[str]
    errors: JudgeErrors

    @property
    def rows(self) -> list[tuple[str, list[float | None]]]:
        """Each judge with its error correlations; None on the diagonal and where undefined."""
        cells = [[None if np.isnan(phi) else float(phi) for phi in row] for row in self.errors.phi]
        return list(zip(self.names, cells, strict=True))


def judge_rows(judges: list[Judge], judged: JudgedRound | None) -> list[JudgeRow]:
    """Every judge of the registry with its measures on a round."""
    votes = vote_counts(judges)
    measures = measures_on(judged) if judged is not None else {}
    return [
        JudgeRow(judge, votes.get(judge.pk, 0), measures.get(judge.judge_id))
        for judge in sorted(judges, key=lambda judge: judge.judge_id)
    ]


def vote_counts(judges: list[Judge]) -> dict[int, int]:
    """How many votes each judge has given, anywhere, by primary key."""
    stamps = judge_stamps(judge.pk for judge in judges)
    stamp = None if None in stamps.values() else sha256_of(sorted(stamps.items()))

    def count() -> dict[int, int]:
        votes = JudgeVote.objects.filter(judge__in=stamps).order_by()
        every = Counter(dict(votes.values_list("judge").annotate(n=Count("pk"))))
        every.subtract(dict(votes.asked_again().values_list("judge").annotate(n=Count("pk"))))
        return dict(every)

    return cached_result("judges/vote-counts", stamp, dict[int, int], count)


def measures_on(judged: JudgedRound) -> dict[str, Measures]:
    """Each judge against gold, by judge id."""
    judges = judged.votes.judges
    name = "measures" if len(judges) != 1 else f"measures-of-judge-{judges[0].pk}"
    return cached_result(
        f"round-{judged.labels.round.pk}/{name}",
        judged.stamp,
        dict[str, Measures],
        lambda: _measures(judged, report_draws(judged)),
    )


def judges_together(judged: JudgedRound) -> Together | None:
    """How the judges' errors go together; None with fewer than two judges."""
    if len(judged.votes.judges) < 2:
        return None
    name = f"round-{judged.labels.round.pk}/judges-together"
    return cached_result(name, judged.stamp, Together, lambda: _together(judged))


def report_draws(judged: JudgedRound) -> Draws:
    """The draws of every page about judges."""
    return checked_draws(len(judged.labels.tasks), DEFAULT_DRAWS, DEFAULT_SEED)


def _together(judged: JudgedRound) -> Together:
    tasks = judged.labels.task_index
    errors = judge_errors(judged.votes.votes, judged.gold, tasks, report_draws(judged))
    return Together(judged.votes.names, errors)


def _measures(judged: JudgedRound, draws: Draws) -> dict[str, Measures]:
    votes, tasks = judged.votes, judged.labels.task_index
    counts = [confusion(column, judged.gold, tasks, draws.n_tasks) for column in _columns(votes.votes)]
    statistics = estimates_of_each(counts, draws)
    costs, prompts = judged.costs_per_1000, judged.prompt_versions
    return {
        name: Measures(share, statistics[position], costs[position], votes.latencies[position], prompts[name])
        for position, (name, share) in enumerate(zip(votes.names, judged.coverage.tolist(), strict=True))
    }


def _columns(votes: NDArray[np.int8]) -> list[NDArray[np.int8]]:
    return list(votes.T)
