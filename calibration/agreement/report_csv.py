"""The agreement report as a file: one row a coefficient and slice."""

import csv
from collections.abc import Iterator
from io import StringIO

from calibration.agreement.report import AgreementReport, Estimates

COLUMNS = ("round", "by", "slice", "coefficient", "value", "low", "high", "n_units", "n_tasks", "reason")


def agreement_csv_text(report: AgreementReport) -> str:
    """CSV of every coefficient, overall and in each slice. A missing number is an empty cell."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(_rows(report.round.name, "", "overall", report.overall))
    for by, slices in report.by.items():
        for part in slices:
            writer.writerows(_rows(report.round.name, by, part.name, part.estimates))
    return out.getvalue()


def _rows(name: str, by: str, slice_name: str, estimates: Estimates) -> Iterator[list[object]]:
    for coefficient, estimate in estimates.items():
        row = estimate.as_json()
        yield [name, by, slice_name, coefficient, *(row[key] for key in COLUMNS[4:])]
