"""Which of a judge's prompts counts: the one that covers the round, never just the newest."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from annotation.base.errors import BadInputError
from annotation.verdicts.rules import MISSING
from calibration.models import Judge, JudgePrompt
from calibration.ratings.counted_votes import CountedVotes
from calibration.stats.ranking.ranking_inputs import LEAST_COVERAGE


@dataclass(frozen=True)
class PromptShare:
    """A prompt that a judge was asked with. share: of the decided pairs that have a vote, 0..1."""

    prompt: JudgePrompt
    share: float


@dataclass(frozen=True)
class PromptChoice:
    """chosen: None for a judge that was not asked. others: what else it was asked with, the newest first."""

    chosen: JudgePrompt | None
    others: list[PromptShare]
    is_open: bool

    @classmethod
    def pinned(cls, prompt: JudgePrompt | None) -> "PromptChoice":
        """A prompt that was chosen before."""
        return cls(prompt, [], False)


def choose_prompts(
    counted: Sequence[CountedVotes], decided: NDArray[np.bool_], repetition: int, version: str | None = None
) -> list[PromptChoice]:
    """One choice a judge: the prompt named, else the one with full coverage, else the one with most of it.

    decided: which units have gold, length U. A choice between several with full coverage falls on the newest
    and is open: whoever ranks has to name one.
    """
    askings = [[prompt for prompt, of in votes.askings if of == repetition] for votes in counted]
    prompts = JudgePrompt.objects.in_bulk({pk for of_judge in askings for pk in of_judge})
    return [
        _choice(votes, [prompts[pk] for pk in of_judge], decided, repetition, version)
        for votes, of_judge in zip(counted, askings, strict=True)
    ]


def refuse_open_choices(judges: Sequence[Judge], choices: Sequence[PromptChoice]) -> None:
    """Raises BadInputError, naming the first judge of whom several prompts cover the round."""
    for judge, choice in zip(judges, choices, strict=True):
        if choice.is_open and choice.chosen is not None:
            full = [other.prompt.version for other in choice.others if other.share >= LEAST_COVERAGE]
            versions = ", ".join([choice.chosen.version, *full])
            raise BadInputError(
                f"{judge.judge_id} voted on the whole round with several prompts ({versions}), so which "
                f"votes count has to be said: choose a prompt, for example {choice.chosen.version}."
            )


def other_prompts_words(judges: Sequence[Judge], choices: Sequence[PromptChoice]) -> list[str]:
    """A sentence for each judge that has votes with prompts which do not count."""
    return [
        f"{judge.judge_id} counts with prompt {choice.chosen.version}; its votes with "
        + ", ".join(f"{other.prompt.version} (on {other.share:.1%} of the pairs)" for other in choice.others)
        + " are left out."
        for judge, choice in zip(judges, choices, strict=True)
        if choice.others and choice.chosen is not None
    ]


def _choice(
    votes: CountedVotes,
    prompts: list[JudgePrompt],
    decided: NDArray[np.bool_],
    repetition: int,
    version: str | None,
) -> PromptChoice:
    newest_first = sorted(prompts, key=lambda prompt: (prompt.created_at, prompt.pk), reverse=True)
    shares = [PromptShare(prompt, _share(votes, prompt, decided, repetition)) for prompt in newest_first]
    full = [share for share in shares if share.share >= LEAST_COVERAGE]
    if version is not None:
        chosen = next((share for share in shares if share.prompt.version == version), None)
    else:
        chosen = full[0] if full else max(shares, key=lambda share: share.share, default=None)
    others = [share for share in shares if share is not chosen]
    return PromptChoice(chosen and chosen.prompt, others, version is None and len(full) > 1)


def _share(votes: CountedVotes, prompt: JudgePrompt, decided: NDArray[np.bool_], repetition: int) -> float:
    here = votes.asked_with((prompt.pk, repetition))
    has_vote = here.columns.met[here.positions] != MISSING
    return float(decided[here.rows[has_vote]].sum() / decided.sum()) if decided.any() else 0.0
