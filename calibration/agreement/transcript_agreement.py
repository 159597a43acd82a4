"""Agreement in a closed round of long conversations: each is one unit, and one task of its own."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from annotation.base.errors import BadInputError
from annotation.models import Round
from annotation.rounds.transcripts.results import transcript_results
from annotation.tables.canonical import sha256_of
from annotation.verdicts.rules import MISSING
from annotation.vocabulary import CANNOT_JUDGE
from calibration.ratings.closed_round import checked_draws
from calibration.stats.agreement.agreement import SUMMARY, agreement_summary
from calibration.stats.agreement.ratings import Ratings
from calibration.stats.resampling.cautions import cautions
from calibration.stats.resampling.defaults import DEFAULT_DRAWS, DEFAULT_SEED
from calibration.stats.resampling.draws import Draws
from calibration.stats.resampling.estimate import Estimate, no_estimate
from calibration.stats.resampling.reasons import MORE_THAN_TWO_LABELS


@dataclass(frozen=True)
class TranscriptAgreement:
    """Agreement over the round's own labels. `labels` are those that judge; *cannot judge* is no rating.

    With two labels, prevalence is the share of the first one. draws_sha256 is None without draws.
    """

    labels: list[str]
    n_conversations: int
    n_raters: int
    overall: dict[str, Estimate]
    cautions: list[str]
    labels_sha256: str
    draws_sha256: str | None


def transcript_agreement(
    round: Round, draws: int = DEFAULT_DRAWS, seed: int = DEFAULT_SEED
) -> TranscriptAgreement:
    """Raises BadInputError while the round is not closed, and when it holds no conversation."""
    if not round.is_closed:
        raise BadInputError(
            f"Round {round.name} is {round.get_state_display().lower()}. Labels are compared once it is "
            "closed, because raters must not influence each other before that. Close the round first."
        )
    results = transcript_results(round)
    if not results:
        raise BadInputError(f"Round {round.name} holds no conversations, so nothing can be compared.")
    labels = [word for word in round.vocabulary if word != CANNOT_JUDGE]
    words = [[voice.value for voice in result.voices] for result in results]
    drawn = checked_draws(len(results), draws, seed)
    ratings = Ratings.of(_values(words, labels), np.arange(len(results)), categories=list(range(len(labels))))
    overall = _summary(ratings, drawn)
    sentences = {caution for estimate in overall.values() for caution in cautions(estimate, draws)}
    keys = [result.item.transcript.transcript_id for result in results]
    return TranscriptAgreement(
        labels=labels,
        n_conversations=len(results),
        n_raters=ratings.n_raters,
        overall=overall,
        cautions=sorted(sentences),
        labels_sha256=sha256_of([[key, *row] for key, row in zip(keys, words, strict=True)]),
        draws_sha256=drawn.sha256 if draws else None,
    )


def _values(words: list[list[str | None]], labels: list[str]) -> NDArray[np.int8]:
    """Conversations x raters: with two labels 1 for the first and 0 for the second, else their positions."""
    positions = (1, 0) if len(labels) == 2 else range(len(labels))
    value_of = dict(zip(labels, positions, strict=True))
    return np.array([[value_of.get(word, MISSING) for word in row] for row in words], dtype=np.int8)


def _summary(ratings: Ratings, drawn: Draws) -> dict[str, Estimate]:
    if ratings.n_categories == 2:
        return agreement_summary(ratings, drawn)
    names = [name for name in SUMMARY if name != "prevalence"]
    estimates = agreement_summary(ratings, drawn, names)
    return estimates | {"prevalence": no_estimate(MORE_THAN_TWO_LABELS)}
