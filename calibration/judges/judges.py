"""Candidate judges on one closed round: each judge's measures, and judges against judges."""

from dataclasses import dataclass

import numpy as np
from django.core.cache import cache
from django.db.models import Count
from numpy.typing import NDArray

from annotation.models import Round
from annotation.tables.canonical import sha256_of
from calibration.models import Judge, JudgeVote
from calibration.ratings.closed_round import checked_draws
from calibration.ratings.ranking_inputs import RankingFrames, judged_frames
from calibration.stats.judges.confusion import confusion, estimates_of_each
from calibration.stats.judges.judge_errors import JudgeErrors, judge_errors
from calibration.stats.resampling.draws import DEFAULT_DRAWS, DEFAULT_SEED, Draws
from calibration.stats.resampling.estimate import Estimate

HOUR = 3600


@dataclass(frozen=True)
class Measures:
    """A judge on the round. coverage: share of the pairs with a vote. latency_ms: mean of a call.

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


def judge_rows(judges: list[Judge], round: Round | None) -> list[JudgeRow]:
    """Every judge of the registry with its measures on the round. Raises BadInputError as `judged_frames`."""
    counted = dict(JudgeVote.objects.order_by().values_list("judge").annotate(n=Count("pk")))
    measures = measures_on(judged_frames(round)) if round is not None else {}
    return [
        JudgeRow(judge, counted.get(judge.pk, 0), measures.get(judge.judge_id))
        for judge in sorted(judges, key=lambda judge: judge.judge_id)
    ]


def measures_on(frames: RankingFrames) -> dict[str, Measures]:
    """Each judge against gold, by judge id."""
    return _kept("measures", frames, lambda: _measures(frames, report_draws(frames)))


def judges_together(frames: RankingFrames) -> Together | None:
    """How the judges' errors go together; None with fewer than two judges."""
    if len(frames.votes.judges) < 2:
        return None
    return _kept("together", frames, lambda: _together(frames))


def report_draws(frames: RankingFrames) -> Draws:
    """The draws of every page about judges."""
    return checked_draws(len(frames.labels.tasks), DEFAULT_DRAWS, DEFAULT_SEED)


def _together(frames: RankingFrames) -> Together:
    tasks = frames.labels.task_index
    errors = judge_errors(frames.votes.votes, frames.gold, tasks, report_draws(frames))
    return Together(frames.votes.names, errors)


def _measures(frames: RankingFrames, draws: Draws) -> dict[str, Measures]:
    votes, tasks = frames.votes, frames.labels.task_index
    counts = [confusion(column, frames.gold, tasks, draws.n_tasks) for column in _columns(votes.votes)]
    found = estimates_of_each(counts, draws)
    costs, prompts = frames.costs_per_1000, frames.prompt_versions
    return {
        name: Measures(share, found[place], costs[place], votes.latencies[place], prompts[name])
        for place, (name, share) in enumerate(zip(votes.names, votes.coverage.tolist(), strict=True))
    }


def _columns(votes: NDArray[np.int8]) -> list[NDArray[np.int8]]:
    return list(votes.T)


def _kept(what: str, frames: RankingFrames, compute):
    """From the cache when the same votes on the same labels were asked about before."""
    key = "judges-" + sha256_of(
        [what, frames.labels.round.pk, frames.labels.labels_sha256, frames.votes.sha256]
    )
    found = cache.get(key)
    if found is None:
        found = compute()
        cache.set(key, found, HOUR)
    return found
