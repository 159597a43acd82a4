"""How far the raters of one unit, a criterion or a whole conversation, agree."""

from collections.abc import Iterable
from enum import StrEnum

from annotation.verdicts.rules import N_RATERS, clinician_majority
from annotation.vocabulary import CANNOT_JUDGE

NO_JUDGMENT = (None, "cannot_judge", CANNOT_JUDGE)  # not labelled; on a criterion; on a long conversation


class Accord(StrEnum):
    """How far the raters of a unit agree. Cannot judge and not labelled are no judgment on it."""

    UNANIMOUS = "unanimous"
    TWO_TO_ONE = "two_to_one"
    PARTLY = "partly"
    UNDECIDED = "undecided"


def judgments(labels: Iterable[str | None]) -> list[str]:
    """The labels that are judgments."""
    return [label for label in labels if label is not None and label not in NO_JUDGMENT]


def majority_of(labels: Iterable[str | None]) -> str | None:
    """The label that more than half of those who judged gave; None when undecided."""
    return clinician_majority(judgments(labels))


def accord_of(labels: Iterable[str | None]) -> Accord:
    """Unanimous: all raters judged alike. Partly: those who judged are alike, but not all did.

    Undecided: an even split, or nobody judged.
    """
    judged = judgments(labels)
    if clinician_majority(judged) is None:
        return Accord.UNDECIDED
    if len(set(judged)) > 1:
        return Accord.TWO_TO_ONE
    return Accord.UNANIMOUS if len(judged) == N_RATERS else Accord.PARTLY


def is_contested(labels: Iterable[str | None]) -> bool:
    """Whether there is something to discuss: the raters did not all judge alike."""
    return accord_of(labels) != Accord.UNANIMOUS
