"""The bridge from rows to arrays: what the statistics are computed from."""

from calibration.ratings.counted_votes import CountedVotes, counted_votes
from calibration.ratings.labels import RoundFrame, read_round_frame, round_frame
from calibration.ratings.units import SLICES, Unit, in_order
from calibration.ratings.votes import VoteFrame, vote_frame

__all__ = [
    "SLICES",
    "CountedVotes",
    "RoundFrame",
    "Unit",
    "VoteFrame",
    "counted_votes",
    "in_order",
    "read_round_frame",
    "round_frame",
    "vote_frame",
]
