"""Stored votes: one text a unit with a sign for each seat of the panel, "1" met, "0" not met, "-" no vote."""

from collections.abc import Sequence

import numpy as np

from annotation.verdicts.rules import MET, MISSING, NOT_MET, Votes

SIGNS = {MET: "1", NOT_MET: "0", MISSING: "-"}
VOTE_OF_SIGN = {"1": True, "0": False, "-": None}


def encode_votes(votes: Votes) -> list[str]:
    """One text a row of the matrix (units x seats)."""
    signs = np.zeros(votes.shape, dtype=np.uint8)
    for vote, sign in SIGNS.items():
        signs[votes == vote] = ord(sign)
    joined = signs.tobytes().decode("ascii")
    seats = votes.shape[1]
    return [joined[start : start + seats] for start in range(0, len(joined), seats)]


def decode_votes(texts: Sequence[str], seats: int) -> Votes:
    """The reverse of `encode_votes`: units x seats."""
    signs = np.frombuffer("".join(texts).encode("ascii"), dtype=np.uint8).reshape(len(texts), seats)
    votes = np.zeros(256, dtype=np.int8)
    for vote, sign in SIGNS.items():
        votes[ord(sign)] = vote
    return votes[signs]


def decode_unit(text: str) -> list[bool | None]:
    """The votes on one unit, in seat order: True met, False not met, None no vote."""
    return [VOTE_OF_SIGN[sign] for sign in text]
