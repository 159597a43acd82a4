"""The judges' votes on a round's units, as arrays."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from annotation.tables.canonical import sha256_of
from annotation.verdicts.rules import MISSING, clinician_majorities
from calibration.models import Judge, JudgePrompt
from calibration.ratings.counted_votes import CountedVotes, counted_votes
from calibration.ratings.labels import RoundRatings
from calibration.ratings.prompt_choice import PromptChoice, choose_prompts
from calibration.ratings.units import RatingUnit
from calibration.ratings.vote_columns import NO_COST, PLACES_OF_COST, UNKNOWN


@dataclass(frozen=True, eq=False)
class RoundVotes:
    """Votes of judges on the units of a round.

    votes: units x judges, int8: 1 met, 0 not met, -1 no vote. asked: units x judges, whether a vote row
    exists at all (a reply that could not be read is a row without a vote). costs, latencies: mean USD and
    milliseconds a unit, one a judge, None when unknown. counted: each judge's votes that count, with every
    prompt and repetition. choices: which of its prompts counts, one a judge.
    """

    units: list[RatingUnit]
    judges: list[Judge]
    prompts: list[JudgePrompt | None]
    votes: NDArray[np.int8]
    asked: NDArray[np.bool_]
    costs: list[float | None]
    latencies: list[float | None]
    counted: list[CountedVotes]
    choices: list[PromptChoice]

    @property
    def names(self) -> list[str]:
        return [judge.judge_id for judge in self.judges]

    @property
    def families(self) -> list[str]:
        return [judge.family or judge.judge_id for judge in self.judges]

    @cached_property
    def sha256(self) -> str:
        """Hash of the judges, their prompts and all votes with their units; the same on every database."""
        prompts = zip(self.judges, self.prompts, strict=True)
        names = [[judge.judge_id, prompt.version if prompt else ""] for judge, prompt in prompts]
        rows = zip(self.units, self.votes.tolist(), strict=True)
        return sha256_of([names, [[*unit.key, *row] for unit, row in rows]])


def round_votes(
    ratings: RoundRatings,
    judges: list[Judge] | None = None,
    prompts: Mapping[str, JudgePrompt | None] | None = None,
    repetition: int = 1,
    active: list[Judge] | None = None,
    prompt: str | None = None,
    as_of: datetime | None = None,
) -> RoundVotes:
    """One repetition of each judge's votes with one prompt each, on the very texts of the round.

    judges: by default every active judge with a vote on one of the round's responses, by name; active: all
    active judges, where they are at hand. prompts: by judge id; by default prompt, a version, or what
    `choose_prompts` chooses. Votes on another text of a response or of a criterion do not count; votes that
    came before a response's text was known do. as_of: as in `counted_votes`.
    """
    if judges is None:
        active = list(Judge.objects.filter(active=True)) if active is None else active
        chosen = sorted(active, key=lambda judge: judge.judge_id)
    else:
        chosen = judges
    counted = counted_votes(ratings, [judge.pk for judge in chosen], as_of)
    if judges is None:
        chosen = [judge for judge in chosen if _prompt_ids(counted[judge.pk], repetition)]
    by_judge = [counted[judge.pk] for judge in chosen]
    if prompts is None:
        decided = clinician_majorities(ratings.ratings) != MISSING
        choices = choose_prompts(by_judge, decided, repetition, prompt)
    else:
        choices = [PromptChoice.pinned(prompts[judge.judge_id]) for judge in chosen]
    return _filled(ratings, chosen, choices, by_judge, repetition)


def _filled(
    ratings: RoundRatings,
    judges: list[Judge],
    choices: list[PromptChoice],
    counted: list[CountedVotes],
    repetition: int,
) -> RoundVotes:
    shape = (len(ratings.units), len(judges))
    votes, asked = np.full(shape, MISSING, dtype=np.int8), np.zeros(shape, dtype=np.bool_)
    costs: list[float | None] = [None] * len(judges)
    latencies: list[float | None] = [None] * len(judges)
    prompts = [choice.chosen for choice in choices]
    for column, (prompt, of_judge) in enumerate(zip(prompts, counted, strict=True)):
        if prompt is None:
            continue
        here = of_judge.asked_with((prompt.pk, repetition))
        votes[here.rows, column], asked[here.rows, column] = here.columns.met[here.positions], True
        costs[column] = _mean_cost(here.columns.costs[here.positions])
        latencies[column] = _mean_latency(here.columns.latencies[here.positions])
    return RoundVotes(ratings.units, judges, prompts, votes, asked, costs, latencies, counted, choices)


def asked_votes(
    units: int, counted: CountedVotes, prompt: JudgePrompt | None, repetition: int
) -> NDArray[np.int8]:
    """The votes of one judge with one prompt and repetition, one a unit: 1 met, 0 not met, -1 no vote."""
    votes = np.full(units, MISSING, dtype=np.int8)
    if prompt is not None:
        here = counted.asked_with((prompt.pk, repetition))
        votes[here.rows] = here.columns.met[here.positions]
    return votes


def _mean_cost(costs: NDArray[np.int64]) -> float | None:
    """From an exact sum, so that the order of the votes does not matter."""
    known = costs[costs != NO_COST].tolist()
    return float(Decimal(sum(known)).scaleb(-PLACES_OF_COST) / len(known)) if known else None


def _mean_latency(latencies: NDArray[np.int64]) -> float | None:
    known = latencies[latencies != UNKNOWN].tolist()
    return float(Decimal(sum(known)) / len(known)) if known else None


def _prompt_ids(votes: CountedVotes, repetition: int) -> list[int]:
    """The prompts a judge was asked with in a repetition."""
    return [prompt for prompt, of in votes.askings if of == repetition]
