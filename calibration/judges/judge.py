"""One candidate judge on one closed round: where it errs, whom it favours, and how steady it is."""

from collections import Counter
from dataclasses import dataclass

import numpy as np

from annotation.base.array_cache import cached_result
from annotation.models import EvaluatedModel, Round
from annotation.tables.canonical import sha256_of
from annotation.verdicts.rules import MISSING
from calibration.agreement.panel import by_dimension, panel_profile
from calibration.judges.judges import Measures, measures_on, report_draws
from calibration.models import Judge, JudgePrompt
from calibration.ratings import CountedVotes, round_votes
from calibration.ratings.ranking_inputs import RankingFrames, frames_of_judge
from calibration.stats.agreement.pairwise import pair_agreement
from calibration.stats.agreement.ratings import Ratings
from calibration.stats.judges.judge_profile import JudgeProfile, ProfileSlice, judge_profile
from calibration.stats.resampling.draws import Draws
from calibration.stats.resampling.estimate import Estimate

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
    """no_votes: how many replies gave no vote, by reason. n_not_asked: pairs nobody asked the judge about.

    repeats: its first two repetitions on the pairs with both, None without a second one.
    """

    measures: Measures
    profile: JudgeProfile
    dimensions: dict[str, ProfileSlice]
    families: list[FamilyRow]
    repeats: dict[str, Estimate] | None
    no_votes: list[tuple[str, int]]
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
    """None when the judge has no vote on the round. Raises BadInputError as `frames_of_judge`."""
    frames = frames_of_judge(round, judge)
    if (frames.votes.votes == MISSING).all():
        return None
    numbers, counted = _numbers(judge, frames), frames.votes.counted[0]
    return JudgeReport(
        measures=measures_on(frames)[judge.judge_id],
        profile=numbers.profile,
        dimensions=by_dimension(numbers.profile),
        families=numbers.families,
        repeats=numbers.repeats,
        no_votes=_no_votes(frames, counted),
        n_not_asked=int((~frames.votes.asked[:, 0]).sum()),
        n_pairs=len(frames.labels.units),
        prompts=_prompts(counted, frames.votes.prompts[0]),
    )


def _numbers(judge: Judge, frames: RankingFrames) -> JudgeNumbers:
    families = dict(EvaluatedModel.objects.order_by("pk").values_list("model_id", "family"))
    stamp = None if frames.stamp is None else sha256_of([frames.stamp, judge.family, families])

    def compute() -> JudgeNumbers:
        draws = report_draws(frames)
        profile = panel_profile(frames, [judge.judge_id], draws)
        rows = _families(frames, judge, draws, families)
        return JudgeNumbers(profile, rows, _repeats(frames, judge, draws))

    return cached_result(
        f"round-{frames.labels.round.pk}/page-of-judge-{judge.pk}", stamp, JudgeNumbers, compute
    )


def _families(frames: RankingFrames, judge: Judge, draws: Draws, known: dict[str, str]) -> list[FamilyRow]:
    models = frames.labels.slice_labels("model").tolist()
    labels = [known[model] or UNKNOWN_FAMILY for model in models]
    tasks = frames.labels.task_index
    profile = judge_profile(frames.votes.votes[:, 0], frames.gold, tasks, draws, slices=labels)
    return [FamilyRow(name, name == judge.family, part) for name, part in profile.by.items()]


def _repeats(frames: RankingFrames, judge: Judge, draws: Draws) -> dict[str, Estimate] | None:
    prompt = {judge.judge_id: frames.votes.prompts[0]}
    again = round_votes(frames.labels, [judge], prompt, repetition=2).votes[:, 0]
    if (again == MISSING).all():
        return None
    both = np.stack([frames.votes.votes[:, 0], again], axis=1)
    return pair_agreement(Ratings.of(both, frames.labels.task_index, n_tasks=draws.n_tasks), draws)


def _no_votes(frames: RankingFrames, counted: CountedVotes) -> list[tuple[str, int]]:
    prompt = frames.votes.prompts[0]
    if prompt is None:
        return []
    here, votes = counted.asked_with((prompt.pk, 1)), counted.columns
    codes = votes.reasons[here.positions][votes.met[here.positions] == MISSING].tolist()
    reasons = Counter("reason not recorded" if code < 0 else votes.reason_words[code] for code in codes)
    return sorted(reasons.items())


def _prompts(counted: CountedVotes, known: JudgePrompt | None) -> list[Prompted]:
    numbers: dict[int, list[tuple[int, int]]] = {}
    for prompt, repetition in counted.askings:
        if n_votes := len(counted.asked_with((prompt, repetition)).rows):
            numbers.setdefault(prompt, []).append((repetition, n_votes))
    if known is not None and numbers.keys() == {known.pk}:
        return [Prompted(known, numbers[known.pk])]
    prompts = JudgePrompt.objects.filter(pk__in=numbers).order_by("created_at", "pk")
    return [Prompted(prompt, numbers[prompt.pk]) for prompt in prompts]
