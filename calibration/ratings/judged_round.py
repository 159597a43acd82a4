"""A closed round with the judges' votes on it: what rankings and pages about judges are computed from."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np
from numpy.typing import NDArray

from annotation.base.errors import BadInputError
from annotation.models import Round
from annotation.tables.canonical import sha256_of
from annotation.verdicts.rules import MISSING, clinician_majorities
from calibration.models import Judge, JudgePrompt
from calibration.ratings import RoundRatings, RoundVotes, round_votes
from calibration.ratings.closed_round import closed_ratings, read_closed_ratings
from calibration.ratings.prompt_choice import other_prompts_words, refuse_open_choices
from calibration.stats.agreement.ratings import Ratings
from calibration.stats.ranking.ranking_inputs import check_inputs, coverage_of
from calibration.stats.resampling.input_error import StatisticsInputError


@dataclass(frozen=True)
class JudgedRound:
    """A round's labels, judges' votes and gold on the same units.

    included_anyway: judges that were asked for by name.
    """

    labels: RoundRatings
    votes: RoundVotes
    ratings: Ratings
    gold: NDArray[np.int8]
    included_anyway: list[str]

    @property
    def coverage(self) -> NDArray[np.float64]:
        """Share of the units with gold that each judge has a vote on, one a judge."""
        return coverage_of(self.votes.votes, self.gold)

    @property
    def other_prompts(self) -> list[str]:
        """A sentence for each judge that has votes with prompts which do not count."""
        return other_prompts_words(self.votes.judges, self.votes.choices)

    @property
    def n_decided(self) -> int:
        """How many units have gold."""
        return int((self.gold != MISSING).sum())

    @property
    def costs_per_1000(self) -> list[float | None]:
        """USD per 1,000 units, one a judge."""
        return [None if cost is None else 1000 * cost for cost in self.votes.costs]

    @property
    def stamp(self) -> str | None:
        """Names labels, votes, judges and prompts; None when anything of them must not be cached."""
        stamps = [self.labels.stamp, *(counted.stamp for counted in self.votes.counted)]
        if None in stamps:
            return None
        return sha256_of([stamps, list(self.prompt_versions.items())])

    def hashes(self, draws_sha256: str | None) -> dict[str, Any]:
        """SHA-256 of everything a ranking is computed from; the same on every database."""
        return {
            "labels": self.labels.labels_sha256,
            "votes": self.votes.sha256,
            "rubric_revisions": self.labels.rubrics_sha256,
            "responses": self.labels.responses_sha256,
            "prompt": self.prompt_hashes,
            "draws": draws_sha256,
        }

    @property
    def prompt_hashes(self) -> dict[str, str | None]:
        """SHA-256 of the prompt each candidate was asked with, by judge id."""
        prompts = zip(self.votes.names, self.votes.prompts, strict=True)
        return {judge: prompt.sha256 if prompt else None for judge, prompt in prompts}

    @property
    def prompt_versions(self) -> dict[str, str | None]:
        """The prompt version each candidate was asked with, by judge id."""
        prompts = zip(self.votes.names, self.votes.prompts, strict=True)
        return {judge: prompt.version if prompt else None for judge, prompt in prompts}


def round_to_rank(
    round: Round,
    parameters: Mapping[str, Any],
    candidates: Mapping[str, str | None] | None = None,
    frozen_at: str | None = None,
) -> JudgedRound:
    """The labels and votes of the round for a ranking's parameters, from the rows themselves.

    candidates: the judges as they once were, with the prompt version of each; by default those the
    parameters name, or all that voted, each with the prompt they name, or with the one that covers the round.
    frozen_at: see `pinned_votes`. Raises BadInputError, in sentences, when these cannot be ranked.
    """
    labels = read_closed_ratings(round)
    if candidates is not None:
        votes = pinned_votes(labels, candidates, frozen_at)
    else:
        votes = _votes_of(labels, parameters["judges"], parameters.get("prompt"))
        refuse_open_choices(votes.judges, votes.choices)
    judged = _judged_round(labels, votes, parameters["judges"])
    _check(judged, parameters)
    return judged


def judged_round(round: Round, active: list[Judge] | None = None) -> JudgedRound:
    """What pages about judges show: cached by stamp, and not asking whether these judges can be ranked.

    active: all active judges, where they are at hand. Those without a vote on the round are left out.
    """
    labels = closed_ratings(round)
    return _judged_round(labels, round_votes(labels, active=active), None)


def round_judged_by(round: Round, judge: Judge) -> JudgedRound:
    """The same for one judge, whether it has voted or not."""
    labels = closed_ratings(round)
    return _judged_round(labels, round_votes(labels, [judge]), [judge.judge_id])


def pinned_votes(
    labels: RoundRatings, candidates: Mapping[str, str | None], frozen_at: str | None = None
) -> RoundVotes:
    """Votes of these judges with these prompt versions, whatever was voted since.

    frozen_at: of a manifest, in whole seconds: a vote that followed a failure since then is left aside, so
    that asking again changes no panel that was frozen before. Raises BadInputError for what is no time.
    """
    as_of = None if frozen_at is None else _second_after(frozen_at)
    return round_votes(labels, known_judges(list(candidates)), _prompts_of(candidates), as_of=as_of)


def _second_after(frozen_at: str) -> datetime:
    """The end of the second of a freeze: what came within it counts. Without a time zone it is of UTC."""
    try:
        moment = datetime.fromisoformat(frozen_at) + timedelta(seconds=1)
    except (ValueError, OverflowError) as problem:
        raise BadInputError(
            f"It says that it was frozen at {frozen_at[:40]!r}, which is no date and time (ISO 8601)."
        ) from problem
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _votes_of(labels: RoundRatings, names: list[str] | None, prompt: str | None) -> RoundVotes:
    if prompt is not None and not JudgePrompt.objects.filter(version=prompt).exists():
        known = ", ".join(JudgePrompt.objects.order_by("pk").values_list("version", flat=True)[:30])
        raise BadInputError(f"There is no judging prompt {prompt!r} here. Known: {known or 'none yet'}.")
    return round_votes(labels, known_judges(names) if names is not None else None, prompt=prompt)


def _judged_round(labels: RoundRatings, votes: RoundVotes, names: list[str] | None) -> JudgedRound:
    if not votes.judges:
        raise BadInputError(
            f"No judge has voted on the responses of round {labels.round.name}. Import their votes, "
            "or run the judges."
        )
    ratings = Ratings.of(labels.ratings, labels.task_index)
    has_voted = (votes.votes != MISSING).any(axis=0)
    voting = [name for name, any_vote in zip(votes.names, has_voted, strict=True) if any_vote]
    gold = clinician_majorities(ratings.values)
    return JudgedRound(labels, votes, ratings, gold, voting if names else [])


def known_judges(names: list[str]) -> list[Judge]:
    """The judges of these ids, in this order. Raises BadInputError for an unknown or a repeated one."""
    by_name = {judge.judge_id: judge for judge in Judge.objects.filter(judge_id__in=names)}
    unknown = [name for name in names if name not in by_name]
    if unknown:
        known = ", ".join(Judge.objects.values_list("judge_id", flat=True)[:30]) or "none yet"
        raise BadInputError(f"No judge is registered as {unknown[0]!r}. Registered: {known}.")
    if len(set(names)) != len(names):
        raise BadInputError("A judge is named twice; name each candidate once.")
    return [by_name[name] for name in names]


def _prompts_of(candidates: Mapping[str, str | None]) -> dict[str, JudgePrompt | None]:
    versions = {version for version in candidates.values() if version is not None}
    prompts = {prompt.version: prompt for prompt in JudgePrompt.objects.filter(version__in=versions)}
    missing = sorted(versions - prompts.keys())
    if missing:
        raise BadInputError(
            f"There is no judging prompt {missing[0]!r} here. Import the votes that were given with it."
        )
    return {name: prompts.get(version) if version else None for name, version in candidates.items()}


def coverage_over_gold(parameters: Mapping[str, Any]) -> bool:
    """Whether a ranking's candidates are judged by their votes on units with gold: not by the first rules."""
    return "version" in parameters


def _check(judged: JudgedRound, parameters: Mapping[str, Any]) -> None:
    try:
        check_inputs(
            judged.votes.votes,
            judged.gold,
            judged.labels.task_index,
            judged.votes.names,
            judged.costs_per_1000,
            judged.votes.families,
            parameters["size"],
            parameters["metric"],
            judged.included_anyway,
            coverage_over_gold(parameters),
        )
    except StatisticsInputError as problem:
        raise BadInputError(str(problem)) from problem
