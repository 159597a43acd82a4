"""One candidate judge on one closed round: where it errs, whom it favours, and how steady it is."""

from collections import Counter
from dataclasses import dataclass

import numpy as np

from annotation.models import EvaluatedModel, Round
from annotation.verdicts.rules import MISSING
from calibration.agreement.panel import by_dimension, panel_profile
from calibration.judges.judges import Measures, measures_on, report_draws
from calibration.models import Judge, JudgePrompt
from calibration.ratings import CountedVote, counted_votes, vote_frame, votes_on
from calibration.ratings.ranking_inputs import RankingFrames, judged_frames
from calibration.stats.agreement.pairwise import pair_agreement
from calibration.stats.agreement.ratings import Ratings
from calibration.stats.judges.judge_profile import Comparison, JudgeProfile, judge_profile
from calibration.stats.resampling.draws import Draws
from calibration.stats.resampling.estimate import Estimate

UNKNOWN_FAMILY = "unknown"


@dataclass(frozen=True)
class FamilyRow:
    """The judge on responses of one family of models; `is_own` when it is the judge's own family."""

    family: str
    is_own: bool
    comparison: Comparison


@dataclass(frozen=True)
class Prompted:
    """A prompt version the judge was asked with on this round, and how many votes each repetition gave."""

    prompt: JudgePrompt
    votes_by_repetition: list[tuple[int, int]]


@dataclass(frozen=True)
class JudgePage:
    """no_votes: how many replies gave no vote, by reason. n_not_asked: pairs nobody asked the judge about.

    repeats: its first two repetitions on the pairs with both, None without a second one.
    """

    measures: Measures
    profile: JudgeProfile
    dimensions: dict[str, Comparison]
    families: list[FamilyRow]
    repeats: dict[str, Estimate] | None
    no_votes: list[tuple[str, int]]
    n_not_asked: int
    n_pairs: int
    prompts: list[Prompted]


def judge_page(judge: Judge, round: Round) -> JudgePage | None:
    """None when the judge has no vote on the round. Raises BadInputError as `judged_frames`."""
    frames = judged_frames(round, [judge.judge_id])
    if (frames.votes.votes == MISSING).all():
        return None
    draws = report_draws(frames)
    profile = panel_profile(frames, [judge.judge_id], draws)
    counted = list(counted_votes(frames.labels, votes_on(frames.labels).filter(judge=judge)))
    return JudgePage(
        measures=measures_on(frames)[judge.judge_id],
        profile=profile,
        dimensions=by_dimension(profile),
        families=_families(frames, judge, draws),
        repeats=_repeats(frames, judge, draws),
        no_votes=_no_votes(frames, counted),
        n_not_asked=int((~frames.votes.asked[:, 0]).sum()),
        n_pairs=len(frames.labels.units),
        prompts=_prompts(counted),
    )


def _families(frames: RankingFrames, judge: Judge, draws: Draws) -> list[FamilyRow]:
    known = dict(EvaluatedModel.objects.values_list("model_id", "family"))
    models = frames.labels.slice_labels("model").tolist()
    labels = [known[model] or UNKNOWN_FAMILY for model in models]
    tasks = frames.labels.task_index
    profile = judge_profile(frames.votes.votes[:, 0], frames.gold, tasks, draws, slices=labels)
    return [FamilyRow(name, name == judge.family, part) for name, part in profile.by.items()]


def _repeats(frames: RankingFrames, judge: Judge, draws: Draws) -> dict[str, Estimate] | None:
    prompt = {judge.judge_id: frames.votes.prompts[0]}
    again = vote_frame(frames.labels, [judge], prompt, repetition=2).votes[:, 0]
    if (again == MISSING).all():
        return None
    both = np.stack([frames.votes.votes[:, 0], again], axis=1)
    return pair_agreement(Ratings.of(both, frames.labels.task_index, n_tasks=draws.n_tasks), draws)


def _no_votes(frames: RankingFrames, counted: list[CountedVote]) -> list[tuple[str, int]]:
    prompt = frames.votes.prompts[0]
    here = [vote for vote in counted if prompt and (vote.prompt_id, vote.repetition) == (prompt.pk, 1)]
    reasons = Counter(vote.no_vote_reason or "reason not recorded" for vote in here if vote.met is None)
    return sorted(reasons.items())


def _prompts(counted: list[CountedVote]) -> list[Prompted]:
    numbers = Counter((vote.prompt_id, vote.repetition) for vote in counted)
    prompts = JudgePrompt.objects.filter(pk__in={prompt for prompt, _ in numbers})
    return [
        Prompted(
            prompt,
            sorted((repetition, number) for (pk, repetition), number in numbers.items() if pk == prompt.pk),
        )
        for prompt in prompts.order_by("created_at", "pk")
    ]
