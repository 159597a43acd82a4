"""The bridge from rows to arrays: what the statistics are computed from."""

from calibration.ratings.counted_votes import CountedVote, counted_votes, votes_on
from calibration.ratings.labels import SLICES, RoundFrame, Unit, in_order, round_frame
from calibration.ratings.votes import VoteFrame, vote_frame

__all__ = [
    "SLICES",
    "CountedVote",
    "RoundFrame",
    "Unit",
    "VoteFrame",
    "counted_votes",
    "in_order",
    "round_frame",
    "vote_frame",
    "votes_on",
]
