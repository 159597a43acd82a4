"""One candidate judge on one closed round: where it errs, whom it favours, and how steady it is."""

from collections import Counter
from dataclasses import dataclass

import numpy as np

from annotation.base.array_cache import cached_result
from annotation.models import EvaluatedModel, Round
from annotation.tables.canonical import sha256_of
from annotation.verdicts.rules import MISSING
from annotation.vocabulary import PASSING_REASONS
from calibration.agreement.panel import by_dimension, panel_profile
from calibration.judges.judges import Measures, measures_on, report_draws
from calibration.models import Judge, JudgePrompt
from calibration.ratings import CountedVotes, round_votes
from calibration.ratings.judged_round import JudgedRound, round_judged_by
from calibration.stats.agreement.pairwise import pair_agreement
from calibration.stats.agreement.ratings import Ratings
from calibration.stats.judges.judge_profile import JudgeProfile, ProfileSlice, judge_profile
from calibration.stats.resampling.draws import Draws
from calibration.stats.resampling.estimate import Estimate
from calibration.words import NO_VOTE_WORDS

UNKNOWN_FAMILY = "unknown"


@dataclass(frozen=True)
class FamilyRow:
    """The judge on responses of one family of models; `is_own` when it is the judge's own family."""

    family: str
    is_own: bool
    comparison: ProfileSlice


@dataclass(frozen=True)
class Prompted:
    """A prompt version the judge was asked with on this round, and how many votes each repetition gave."""

    prompt: JudgePrompt
    votes_by_repetition: list[tuple[int, int]]


@dataclass(frozen=True)
class JudgeReport:
    """no_votes: how many replies gave no vote, by reason. n_asked_again: failed replies that something else
    counts in place of. n_not_asked: pairs nobody asked the judge about.

    repeats: its first two repetitions on the pairs with both, None without a second one.
    """

    measures: Measures
    profile: JudgeProfile
    dimensions: dict[str, ProfileSlice]
    families: list[FamilyRow]
    repeats: dict[str, Estimate] | None
    no_votes: list[tuple[str, int]]
    n_asked_again: int
    n_not_asked: int
    n_pairs: int
    prompts: list[Prompted]


@dataclass(frozen=True)
class JudgeNumbers:
    """What is computed for the page, apart from what is read."""

    profile: JudgeProfile
    families: list[FamilyRow]
    repeats: dict[str, Estimate] | None


def judge_report(judge: Judge, round: Round) -> JudgeReport | None:
    """None when the judge has no vote on the round. Raises BadInputError as `round_judged_by`."""
    judged = round_judged_by(round, judge)
    if (judged.votes.votes == MISSING).all():
        return None
    numbers, counted = _numbers(judge, judged), judged.votes.counted[0]
    return JudgeReport(
        measures=measures_on(judged)[judge.judge_id],
        profile=numbers.profile,
        dimensions=by_dimension(numbers.profile),
        families=numbers.families,
        repeats=numbers.repeats,
        no_votes=_no_votes(judged, counted),
        n_asked_again=_n_asked_again(judged, counted),
        n_not_asked=int((~judged.votes.asked[:, 0]).sum()),
        n_pairs=judged.n_decided,
        prompts=_prompts(counted, judged.votes.prompts[0]),
    )


def _numbers(judge: Judge, judged: JudgedRound) -> JudgeNumbers:
    families = dict(EvaluatedModel.objects.order_by("pk").values_list("model_id", "family"))
    stamp = None if judged.stamp is None else sha256_of([judged.stamp, judge.family, families])

    def compute() -> JudgeNumbers:
        draws = report_draws(judged)
        profile = panel_profile(judged, [judge.judge_id], draws)
        rows = _families(judged, judge, draws, families)
        return JudgeNumbers(profile, rows, _repeats(judged, judge, draws))

    return cached_result(
        f"round-{judged.labels.round.pk}/page-of-judge-{judge.pk}", stamp, JudgeNumbers, compute
    )


def _families(judged: JudgedRound, judge: Judge, draws: Draws, known: dict[str, str]) -> list[FamilyRow]:
    models = judged.labels.slice_labels("model").tolist()
    labels = [known[model] or UNKNOWN_FAMILY for model in models]
    tasks = judged.labels.task_index
    profile = judge_profile(judged.votes.votes[:, 0], judged.gold, tasks, draws, slices=labels)
    return [FamilyRow(name, name == judge.family, part) for name, part in profile.by.items()]


def _repeats(judged: JudgedRound, judge: Judge, draws: Draws) -> dict[str, Estimate] | None:
    prompt = {judge.judge_id: judged.votes.prompts[0]}
    again = round_votes(judged.labels, [judge], prompt, repetition=2).votes[:, 0]
    if (again == MISSING).all():
        return None
    both = np.stack([judged.votes.votes[:, 0], again], axis=1)
    return pair_agreement(Ratings.of(both, judged.labels.task_index, n_tasks=draws.n_tasks), draws)


def _no_votes(judged: JudgedRound, counted: CountedVotes) -> list[tuple[str, int]]:
    prompt = judged.votes.prompts[0]
    if prompt is None:
        return []
    here, votes = counted.asked_with((prompt.pk, 1)), counted.columns
    codes = votes.reasons[here.positions][votes.met[here.positions] == MISSING].tolist()
    reasons = Counter(NO_VOTE_WORDS[None if code < 0 else votes.reason_words[code]] for code in codes)
    return sorted(reasons.items())


def _n_asked_again(judged: JudgedRound, counted: CountedVotes) -> int:
    """With the prompt that counts: failures of a passing kind that do not count, being followed."""
    prompt, votes = judged.votes.prompts[0], counted.columns
    if prompt is None:
        return 0
    passing = [code for code, word in enumerate(votes.reason_words) if word in PASSING_REASONS]
    failed = np.isin(votes.reasons, passing) & (votes.prompts == prompt.pk) & (votes.repetitions == 1)
    failed[counted.positions] = False
    return int(failed.sum())


def _prompts(counted: CountedVotes, known: JudgePrompt | None) -> list[Prompted]:
    numbers: dict[int, list[tuple[int, int]]] = {}
    for prompt, repetition in counted.askings:
        if n_votes := len(counted.asked_with((prompt, repetition)).rows):
            numbers.setdefault(prompt, []).append((repetition, n_votes))
    if known is not None and numbers.keys() == {known.pk}:
        return [Prompted(known, numbers[known.pk])]
    prompts = JudgePrompt.objects.filter(pk__in=numbers).order_by("created_at", "pk")
    return [Prompted(prompt, numbers[prompt.pk]) for prompt in prompts]
