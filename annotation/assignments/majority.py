"""What three raters say together about one unit."""

from collections.abc import Sequence
from enum import StrEnum

from annotation.models import LabelValue

N_RATERS = 3


class Accord(StrEnum):
    """How far the raters of a unit agree. Cannot judge and not labelled are no judgment on it."""

    UNANIMOUS = "unanimous"
    TWO_TO_ONE = "two_to_one"
    PARTLY = "partly"
    UNDECIDED = "undecided"


def clinician_majority(values: Sequence[str | None]) -> str | None:
    """The strict majority of those who judged: "met", "not_met", or None when undecided."""
    met, not_met = (list(values).count(value) for value in (LabelValue.MET, LabelValue.NOT_MET))
    if met == not_met:
        return None
    return LabelValue.MET.value if met > not_met else LabelValue.NOT_MET.value


def accord_of(values: Sequence[str | None]) -> Accord:
    """Unanimous: all three judged alike. Partly: those who judged are alike, but not all did.

    Undecided: an even split, or nobody judged.
    """
    judged = [value for value in values if value in (LabelValue.MET, LabelValue.NOT_MET)]
    if clinician_majority(judged) is None:
        return Accord.UNDECIDED
    if len(set(judged)) > 1:
        return Accord.TWO_TO_ONE
    return Accord.UNANIMOUS if len(judged) == N_RATERS else Accord.PARTLY


def is_contested(values: Sequence[str | None]) -> bool:
    """Whether there is something to discuss: the raters did not all judge alike."""
    return accord_of(values) != Accord.UNANIMOUS
