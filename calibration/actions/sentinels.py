"""The sentinel pairs of a frozen panel: a fixed sample that shows later whether its judges have drifted."""

from collections import Counter

import numpy as np

from annotation.stratification import largest_remainder
from calibration.frames import RoundFrame, VoteFrame, round_frame, vote_frame
from calibration.models import FrozenPanel, SentinelPair

SENTINELS = 200
LETTER = {1: "1", 0: "0", -1: "-"}


def store_sentinels(*, panel: FrozenPanel) -> int:
    """Choose the pairs and keep the votes that the panel's judges gave on them. Returns how many."""
    labels = round_frame(panel.ranking.round)
    votes = seat_votes(panel, labels)
    rows = choose_sentinels(labels, panel.ranking.parameters["seed"])
    SentinelPair.objects.bulk_create(
        SentinelPair(
            panel=panel,
            position=position,
            response_id=labels.units[row].response_id,
            criterion_version_id=labels.units[row].version_id,
            votes="".join(LETTER[vote] for vote in votes.votes[row].tolist()),
        )
        for position, row in enumerate(rows, start=1)
    )
    return len(rows)


def choose_sentinels(labels: RoundFrame, seed: int, wanted: int = SENTINELS) -> list[int]:
    """Rows of the frame: `wanted` of them (all when there are fewer), in proportion to the dimensions."""
    chance = np.random.RandomState(seed)
    dimensions = labels.slice_labels("dimension")
    sizes = dict(sorted(Counter(dimensions.tolist()).items()))
    quotas = largest_remainder(sizes, min(wanted, len(labels.units)), chance)
    chosen: list[int] = []
    for dimension, quota in quotas.items():
        members = np.flatnonzero(dimensions == dimension)
        chosen += members[chance.permutation(len(members))[:quota]].tolist()
    return sorted(chosen)


def seat_votes(panel: FrozenPanel, labels: RoundFrame, repetition: int = 1) -> VoteFrame:
    """Votes of the panel's judges, in seat order, with the prompts of the freeze."""
    seats = list(panel.seats.select_related("judge", "prompt"))
    prompts = {seat.judge.judge_id: seat.prompt for seat in seats}
    return vote_frame(labels, [seat.judge for seat in seats], prompts, repetition)
