"""The bridge from rows to arrays: what the statistics are computed from."""

from calibration.frames.labels import MISSING, SLICES, RoundFrame, Unit, in_order, round_frame
from calibration.frames.votes import VoteFrame, vote_frame, votes_on

__all__ = [
    "MISSING",
    "SLICES",
    "RoundFrame",
    "Unit",
    "VoteFrame",
    "in_order",
    "round_frame",
    "vote_frame",
    "votes_on",
]
