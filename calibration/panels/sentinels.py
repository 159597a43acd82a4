"""The sentinel pairs of a frozen panel: a fixed sample that shows later whether its judges have drifted."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from annotation.corpus.stratification import largest_remainder
from annotation.verdicts.coding import decode_votes, encode_votes
from annotation.verdicts.rules import MISSING
from calibration.models import FrozenPanel, SentinelPair
from calibration.ratings import RoundRatings, round_ratings
from calibration.ratings.judged_round import JudgedRound
from calibration.stats.agreement.pairwise import pair_agreement
from calibration.stats.agreement.ratings import Ratings
from calibration.stats.resampling.draws import task_draws
from calibration.stats.resampling.estimate import Estimate, no_estimate
from calibration.stats.resampling.reasons import NO_DATA

SENTINELS = 200


@dataclass(frozen=True)
class Sentinels:
    """The stored pairs of a panel. votes: pairs x seats, 1 met, 0 not met, -1 no vote. rows: in `labels`."""

    labels: RoundRatings
    rows: list[int]
    votes: NDArray[np.int8]

    def alike(self, before: NDArray[np.int8], now: NDArray[np.int8]) -> Estimate:
        """Share of the pairs, of those with both votes, on which the two are the same."""
        both = np.stack([before, now], axis=1)
        if not (both != MISSING).all(axis=1).any():
            return no_estimate(NO_DATA)
        tasks, numbers = np.unique(self.labels.task_index[self.rows], return_inverse=True)
        compared = pair_agreement(Ratings.of(both, numbers), task_draws(len(tasks)))
        return compared["percent_agreement"]


def new_sentinels(judged: JudgedRound, judges: Sequence[str], seed: int) -> Sentinels:
    """Choose the pairs of a round, with the votes of these judges on them, one column a judge."""
    rows = choose_sentinels(judged.labels, seed)
    columns = [judged.votes.names.index(judge) for judge in judges]
    return Sentinels(judged.labels, rows, judged.votes.votes[rows][:, columns])


def store_sentinels(*, panel: FrozenPanel, kept: Sentinels) -> None:
    """Keep the pairs and the votes on them."""
    SentinelPair.objects.bulk_create(
        SentinelPair(
            panel=panel,
            position=position,
            response_id=kept.labels.units[row].response_id,
            criterion_version_id=kept.labels.units[row].version_id,
            votes=votes,
        )
        for position, (row, votes) in enumerate(
            zip(kept.rows, encode_votes(kept.votes), strict=True), start=1
        )
    )


def choose_sentinels(labels: RoundRatings, seed: int, wanted: int = SENTINELS) -> list[int]:
    """Rows of the round: `wanted` of them (all when there are fewer), in proportion to the dimensions."""
    chance = np.random.RandomState(seed)
    dimensions = labels.slice_labels("dimension")
    sizes = dict(sorted(Counter(dimensions.tolist()).items()))
    quotas = largest_remainder(sizes, min(wanted, len(labels.units)), chance)
    chosen: list[int] = []
    for dimension, quota in quotas.items():
        members = np.flatnonzero(dimensions == dimension)
        chosen += members[chance.permutation(len(members))[:quota]].tolist()
    return sorted(chosen)


def sentinels_of(panel: FrozenPanel) -> Sentinels:
    """The panel's pairs as they were stored, with their rows in its calibration round."""
    labels = round_ratings(panel.ranking.round)
    row_of = {(unit.response_id, unit.version_id): row for row, unit in enumerate(labels.units)}
    stored = list(panel.sentinels.values_list("response_id", "criterion_version_id", "votes"))
    rows = [row_of[response, version] for response, version, _ in stored]
    votes = decode_votes([text for _, _, text in stored], len(stored[0][2]) if stored else 0)
    return Sentinels(labels, rows, votes)
