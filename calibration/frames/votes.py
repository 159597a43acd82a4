"""The judges' votes on a round's units, as arrays."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal

import numpy as np
from django.db.models import QuerySet
from numpy.typing import NDArray

from annotation.models import CriterionVersion, RoundItem
from annotation.tables.canonical import sha256_of
from calibration.frames.labels import MISSING, RoundFrame
from calibration.models import TEXT_UNKNOWN, Judge, JudgePrompt, JudgeVote


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
) -> VoteFrame:
    """One repetition of each judge's votes with one prompt each, on the very texts of the round.

    judges: by default every active judge with a vote on one of the round's responses, by name. prompts: by
    judge id; by default the newest that a judge was asked with. Votes on another text of a response or of a
    criterion do not count; votes that came before a response's text was known do.
    """
    here = votes_on(frame).filter(repetition=repetition)
    if judges is None:
        voted = here.order_by().values("judge")
        judges = sorted(Judge.objects.filter(active=True, id__in=voted), key=lambda judge: judge.judge_id)
    asked_with = _newest_prompts(here, judges) if prompts is None else [prompts[j.judge_id] for j in judges]
    return _fill(frame, here, judges, asked_with)


def votes_on(frame: RoundFrame) -> QuerySet[JudgeVote]:
    """Every vote on the round's responses: on the texts as they are now, or from before they were known."""
    items = RoundItem.objects.filter(round=frame.round, repeat_of=None)
    return JudgeVote.objects.on_present_texts().filter(response_id__in=items.order_by().values("response"))


def _fill(
    frame: RoundFrame, here: QuerySet[JudgeVote], judges: list[Judge], prompts: list[JudgePrompt | None]
) -> VoteFrame:
    shape = (len(frame.units), len(judges))
    votes, asked = np.full(shape, MISSING, dtype=np.int8), np.zeros(shape, dtype=np.bool_)
    row_of = {(unit.response_id, unit.version_id): row for row, unit in enumerate(frame.units)}
    own = {unit.version_id for unit in frame.units}
    pinned_of = _pinned_versions(frame, own)
    column_of = {
        (judge.id, prompt.id): column
        for column, (judge, prompt) in enumerate(zip(judges, prompts, strict=True))
        if prompt
    }
    cost, latency = _Means(len(judges)), _Means(len(judges))
    for judge, prompt, response, version, met, usd, ms in _best_first(here, own):
        row, column = row_of.get((response, pinned_of.get(version))), column_of.get((judge, prompt))
        if row is None or column is None or asked[row, column]:
            continue
        asked[row, column] = True
        votes[row, column] = MISSING if met is None else int(met)
        cost.add(column, usd)
        latency.add(column, ms)
    digest = _votes_sha256(frame, judges, prompts, votes)
    return VoteFrame(judges, prompts, votes, asked, cost.values(), latency.values(), digest)


def _best_first(here: QuerySet[JudgeVote], own: set[int]) -> Iterator[tuple]:
    """A unit takes the first of its votes here, with what that one cost.

    Votes on the very text come before those from before it was known; then the round's own revision before
    others with the same words, and of these the newest.
    """
    fields = ("judge_id", "prompt_id", "response_id", "criterion_version_id", "met", "cost_usd", "latency_ms")
    newest_first = here.order_by("-criterion_version__revision__number")
    rows = newest_first.values_list("response_sha256", *fields).iterator(20_000)
    for row in sorted(rows, key=lambda row: (row[0] == TEXT_UNKNOWN, row[4] not in own)):
        yield row[1:]


def _pinned_versions(frame: RoundFrame, own: set[int]) -> dict[int, int]:
    """For each version of a criterion that reads as the round's own does: the round's own.

    A new revision repeats every criterion; a vote on one whose words stayed the same is a vote on this one.
    """
    tasks = RoundItem.objects.filter(round=frame.round, repeat_of=None).order_by().values("response__task")
    versions = CriterionVersion.objects.filter(revision__task__in=tasks).order_by()
    rows = list(versions.values_list("id", "criterion_id", "text"))
    pinned = {(criterion, text): version for version, criterion, text in rows if version in own}
    return {
        version: version if version in own else pinned[criterion, text]
        for version, criterion, text in rows
        if (criterion, text) in pinned
    }


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
