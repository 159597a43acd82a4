"""How often each rater used each label, with "cannot judge" and "not labelled" kept apart from both."""

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from calibration.stats.resampling.input_error import StatisticsInputError


@dataclass(frozen=True)
class LabelCounts:
    """How one rater labelled: `counts` holds every declared label, 0 where it was never used."""

    rater: int
    counts: dict[Hashable, int]

    @property
    def total(self) -> int:
        return sum(self.counts.values())

    def share(self, label: Hashable) -> float | None:
        """The label's share of all units; None when there is no unit."""
        return self.counts[label] / self.total if self.total else None


def label_distribution(
    labels: Sequence[Sequence[Hashable]], declared: Sequence[Hashable]
) -> list[LabelCounts]:
    """One LabelCounts for each rater, in the order of the columns.

    labels: U x R, any values; None usually stands for not labelled. declared: every label that may occur.
    Raises StatisticsInputError, naming row and column, for a label that was not declared.
    """
    allowed = set(declared)
    for row, unit in enumerate(labels, start=1):
        for column, label in enumerate(unit, start=1):
            if label not in allowed:
                raise StatisticsInputError(
                    f"Label {label!r} of unit {row} by rater {column} is not one of {list(declared)}."
                )
    columns = zip(*labels, strict=True)
    return [_counted(rater, column, declared) for rater, column in enumerate(columns)]


def _counted(rater: int, column: Sequence[Hashable], declared: Sequence[Hashable]) -> LabelCounts:
    counts = Counter(column)
    return LabelCounts(rater, {label: counts[label] for label in declared})
