"""The judges' votes on a round's units, as arrays."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

import numpy as np
from django.db.models import QuerySet
from numpy.typing import NDArray

from annotation.tables.canonical import sha256_of
from annotation.verdicts.rules import MISSING
from calibration.models import Judge, JudgePrompt, JudgeVote
from calibration.ratings.counted_votes import counted_votes, votes_on
from calibration.ratings.labels import RoundFrame


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


def vote_frame(
    frame: RoundFrame,
    judges: list[Judge] | None = None,
    prompts: Mapping[str, JudgePrompt | None] | None = None,
    repetition: int = 1,
    *,
    with_costs: bool = True,
) -> VoteFrame:
    """One repetition of each judge's votes with one prompt each, on the very texts of the round.

    judges: by default every active judge with a vote on one of the round's responses, by name. prompts: by
    judge id; by default the newest that a judge was asked with. Votes on another text of a response or of a
    criterion do not count; votes that came before a response's text was known do. with_costs: whether cost
    and latency are read too; otherwise they are unknown.
    """
    here = votes_on(frame).filter(repetition=repetition)
    if judges is None:
        voted = here.order_by().values("judge")
        judges = sorted(Judge.objects.filter(active=True, id__in=voted), key=lambda judge: judge.judge_id)
    asked_with = _newest_prompts(here, judges) if prompts is None else [prompts[j.judge_id] for j in judges]
    return _fill(frame, here, judges, asked_with, with_costs)


def _fill(
    frame: RoundFrame,
    here: QuerySet[JudgeVote],
    judges: list[Judge],
    prompts: list[JudgePrompt | None],
    with_costs: bool,
) -> VoteFrame:
    shape = (len(frame.units), len(judges))
    votes, asked = np.full(shape, MISSING, dtype=np.int8), np.zeros(shape, dtype=np.bool_)
    column_of = {
        (judge.id, prompt.id): column
        for column, (judge, prompt) in enumerate(zip(judges, prompts, strict=True))
        if prompt
    }
    cost, latency = _Means(len(judges)), _Means(len(judges))
    for vote in counted_votes(frame, here, with_costs=with_costs):
        column = column_of.get((vote.judge_id, vote.prompt_id))
        if column is None:
            continue
        asked[vote.row, column] = True
        votes[vote.row, column] = MISSING if vote.met is None else int(vote.met)
        cost.add(column, vote.cost_usd)
        latency.add(column, vote.latency_ms)
    digest = _votes_sha256(frame, judges, prompts, votes)
    return VoteFrame(judges, prompts, votes, asked, cost.values(), latency.values(), digest)


class _Means:
    """Means of known numbers, one a judge; exact sums, so that the order of the rows does not matter."""

    def __init__(self, size: int) -> None:
        self.sums, self.counts = [Decimal(0)] * size, [0] * size

    def add(self, column: int, number: Decimal | int | None) -> None:
        if number is not None:
            self.sums[column] += number
            self.counts[column] += 1

    def values(self) -> list[float | None]:
        return [float(total / n) if n else None for total, n in zip(self.sums, self.counts, strict=True)]


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
    names = [[j.judge_id, p.version if p else ""] for j, p in zip(judges, prompts, strict=True)]
    rows = zip(frame.units, votes.tolist(), strict=True)
    return sha256_of([names, [[*unit.key, *row] for unit, row in rows]])
