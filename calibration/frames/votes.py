"""The judges' votes on a round's units, as arrays."""

from dataclasses import dataclass

import numpy as np
from django.db.models import F, QuerySet
from numpy.typing import NDArray

from annotation.tables.canonical import sha256_of
from calibration.frames.labels import MISSING, RoundFrame
from calibration.models import Judge, JudgePrompt, JudgeVote


@dataclass(frozen=True)
class VoteFrame:
    """Votes of judges on the units of a round.

    votes: units x judges, int8: 1 met, 0 not met, -1 no vote. asked: units x judges, whether a vote row
    exists at all (a reply that could not be read is a row without a vote). costs, latencies: mean USD and
    milliseconds a unit, one a judge, None when unknown.
    """

    judges: list[Judge]
    prompts: list[JudgePrompt | None]
    votes: NDArray[np.int8]
    asked: NDArray[np.bool_]
    costs: list[float | None]
    latencies: list[float | None]
    sha256: str

    @property
    def names(self) -> list[str]:
        return [judge.judge_id for judge in self.judges]

    @property
    def families(self) -> list[str]:
        return [judge.family or judge.judge_id for judge in self.judges]

    @property
    def coverage(self) -> NDArray[np.float64]:
        """Share of units with a vote, one a judge."""
        return (self.votes != MISSING).mean(axis=0) if len(self.votes) else np.zeros(len(self.judges))


def vote_frame(frame: RoundFrame, judges: list[Judge] | None = None) -> VoteFrame:
    """The first repetition of each judge's votes with its newest prompt, on the very texts of the round.

    judges: by default every active judge with a vote on one of the round's responses, by name. Votes on
    another text of a response, or on another version of a criterion, do not count.
    """
    here = JudgeVote.objects.filter(
        response_id__in={unit.response_id for unit in frame.units},
        repetition=1,
        response_sha256=F("response__sha256"),
    )
    if judges is None:
        judges = list(Judge.objects.filter(active=True, id__in=here.values("judge")).order_by("judge_id"))
    prompts = _newest_prompts(here, judges)
    shape = (len(frame.units), len(judges))
    votes, asked = np.full(shape, MISSING, dtype=np.int8), np.zeros(shape, dtype=np.bool_)
    row_of = {(unit.response_id, unit.version_id): row for row, unit in enumerate(frame.units)}
    column_of = {
        (judge.id, prompt.id): column
        for column, (judge, prompt) in enumerate(zip(judges, prompts, strict=True))
        if prompt
    }
    cost, latency = _Means(len(judges)), _Means(len(judges))
    fields = ("judge_id", "prompt_id", "response_id", "criterion_version_id", "met", "cost_usd", "latency_ms")
    for judge, prompt, response, version, met, usd, ms in here.values_list(*fields).iterator(20_000):
        row, column = row_of.get((response, version)), column_of.get((judge, prompt))
        if row is None or column is None:
            continue
        asked[row, column] = True
        votes[row, column] = MISSING if met is None else int(met)
        cost.add(column, usd)
        latency.add(column, ms)
    digest = _votes_sha256(frame, judges, prompts, votes)
    return VoteFrame(judges, prompts, votes, asked, cost.values(), latency.values(), digest)


class _Means:
    """Running means of known numbers, one a judge."""

    def __init__(self, size: int) -> None:
        self.sums, self.counts = [0.0] * size, [0] * size

    def add(self, column: int, number: object) -> None:
        if number is not None:
            self.sums[column] += float(str(number))
            self.counts[column] += 1

    def values(self) -> list[float | None]:
        return [total / n if n else None for total, n in zip(self.sums, self.counts, strict=True)]


def _newest_prompts(votes: QuerySet[JudgeVote], judges: list[Judge]) -> list[JudgePrompt | None]:
    pairs = list(votes.filter(judge__in=judges).order_by().values_list("judge_id", "prompt_id").distinct())
    prompts = JudgePrompt.objects.in_bulk({prompt for _, prompt in pairs})
    newest: dict[int, JudgePrompt] = {}
    for judge, prompt_id in pairs:
        prompt, best = prompts[prompt_id], newest.get(judge)
        if best is None or (prompt.created_at, prompt.id) > (best.created_at, best.id):
            newest[judge] = prompt
    return [newest.get(judge.id) for judge in judges]


def _votes_sha256(
    frame: RoundFrame, judges: list[Judge], prompts: list[JudgePrompt | None], votes: NDArray[np.int8]
) -> str:
    names = [
        [j.judge_id, p.version if p else "", p.sha256 if p else ""]
        for j, p in zip(judges, prompts, strict=True)
    ]
    rows = zip(frame.units, votes.tolist(), strict=True)
    return sha256_of([names, [[*unit.key, *row] for unit, row in rows]])
