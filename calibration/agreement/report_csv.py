"""Agreement as a file: one row a coefficient and slice."""

import csv
from collections.abc import Iterator, Sequence
from io import StringIO

from annotation.models import Round
from calibration.agreement.report import Estimates, agreement_of, slices_of

COLUMNS = ("round", "by", "slice", "coefficient", "value", "low", "high", "n_units", "n_tasks", "reason")


def agreement_csv_text(round: Round, slices: Sequence[str]) -> str:
    """CSV of every coefficient, overall and in each of the slices. A missing number is an empty cell."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(_rows(round.name, "", "overall", agreement_of(round).overall))
    for by in slices:
        for one in slices_of(round, by):
            writer.writerows(_rows(round.name, by, one.name, one.estimates))
    return out.getvalue()


def _rows(name: str, by: str, slice_name: str, estimates: Estimates) -> Iterator[list[object]]:
    for coefficient, found in estimates.items():
        row = found.as_json()
        yield [name, by, slice_name, coefficient, *(row[key] for key in COLUMNS[4:])]
