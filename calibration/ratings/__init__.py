"""The bridge from rows to arrays: what the statistics are computed from."""

from calibration.ratings.counted_votes import CountedVotes, counted_votes
from calibration.ratings.labels import RoundRatings, read_round_ratings, round_ratings
from calibration.ratings.units import SLICES, RatingUnit, in_order
from calibration.ratings.votes import RoundVotes, round_votes

__all__ = [
    "SLICES",
    "CountedVotes",
    "RatingUnit",
    "RoundRatings",
    "RoundVotes",
    "counted_votes",
    "in_order",
    "read_round_ratings",
    "round_ratings",
    "round_votes",
]
