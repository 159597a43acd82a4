"""The criteria that clinicians disagree on most, with their words."""

from collections.abc import Sequence
from dataclasses import dataclass

from annotation.models import CriterionVersion, Round
from calibration.stats.agreement.contested import Contested


@dataclass(frozen=True)
class ContestedRow:
    """A criterion as pinned in the round: how often two raters disagree on it, of how many pairs."""

    criterion_id: str
    text: str
    dimension: str
    task: str
    disagreement: float
    n_units: int


def contested_rows(round: Round, contested: Sequence[Contested]) -> list[ContestedRow]:
    """The given criteria with their words, in the given order."""
    pinned = round.items.firsts().order_by().values("rubric_revision")
    versions = {
        version.criterion_id: version
        for version in CriterionVersion.objects.filter(
            revision__in=pinned, criterion__in=[int(criterion.label) for criterion in contested]
        ).select_related("criterion__task")
    }
    return [_row(versions[int(criterion.label)], criterion) for criterion in contested]


def _row(version: CriterionVersion, contested: Contested) -> ContestedRow:
    criterion = version.criterion
    return ContestedRow(
        criterion.criterion_id,
        version.text,
        version.dimension,
        criterion.task.uid,
        contested.disagreement,
        contested.n_units,
    )
