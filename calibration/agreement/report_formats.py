"""The agreement report of a closed round as one JSON object (of responses or of long conversations), and as
CSV: one row a coefficient and slice.
"""

import csv
from collections.abc import Iterator
from io import StringIO
from typing import Any

from annotation.base.errors import BadInputError
from annotation.models import Round, RoundKind
from annotation.tables.formula_guard import guarded
from calibration.agreement.report import AgreementReport, Estimates, agreement_report
from calibration.agreement.transcript_agreement import transcript_agreement
from calibration.ratings.closed_round import checked_draws
from calibration.stats.agreement.agreement import SUMMARY
from calibration.stats.resampling.cautions import cautions
from calibration.stats.resampling.defaults import DEFAULT_DRAWS, DEFAULT_SEED

COLUMNS = ("round", "by", "slice", "coefficient", "value", "low", "high", "n_units", "n_tasks", "reason")


def agreement_json(
    *, round: Round, by: str | None = None, draws: int = DEFAULT_DRAWS, seed: int = DEFAULT_SEED
) -> dict[str, Any]:
    """Agreement among the clinicians, overall and by one of SLICES. Raises what `agreement_report` does."""
    if round.kind == RoundKind.TRANSCRIPTS:
        return _of_conversations(round, by, draws, seed)
    report = agreement_report(round, [by] if by is not None else [], draws, seed)
    drawn = checked_draws(report.n_tasks, draws, seed)
    parts = {part.name: part.estimates for part in report.by.get(by or "", [])}
    return {
        "round": round.name,
        "n_units": report.n_units,
        "n_units_used": report.n_used,
        "n_units_found": report.n_found,
        "n_raters": report.n_raters,
        "n_tasks": report.n_tasks,
        "overall": _as_json(report.overall),
        "by": {name: _as_json(estimates) for name, estimates in parts.items()},
        "cautions": _cautions(report, parts),
        "labels_sha256": report.labels_sha256,
        "draws": draws,
        "seed": seed,
        "draws_sha256": drawn.sha256 if draws else None,
    }


def _of_conversations(round: Round, by: str | None, draws: int, seed: int) -> dict[str, Any]:
    """The same shape over the round's own labels; conversations carry nothing to slice them by."""
    if by is not None:
        raise BadInputError("Long conversations carry no metadata, so their agreement has no slices.")
    report = transcript_agreement(round, draws, seed)
    return {
        "round": round.name,
        "n_units": report.n_conversations,
        "n_raters": report.n_raters,
        "n_tasks": report.n_conversations,
        "labels": report.labels,
        "overall": _as_json(report.overall),
        "by": {},
        "cautions": [f"Overall: {caution}" for caution in report.cautions],
        "labels_sha256": report.labels_sha256,
        "draws": draws,
        "seed": seed,
        "draws_sha256": report.draws_sha256,
    }


def _as_json(estimates: Estimates) -> dict[str, Any]:
    """The coefficients of the contract, of all that were computed."""
    return {name: estimates[name].as_json() for name in SUMMARY}


def _cautions(report: AgreementReport, parts: dict[str, Estimates]) -> list[str]:
    """Cautions worth reading beside the numbers, each once; those of slices by the slices' names."""
    named = {"Overall": report.overall} | dict(sorted(parts.items()))
    sentences = [
        f"{name}: {caution}"
        for name, estimates in named.items()
        for coefficient in SUMMARY
        for caution in cautions(estimates[coefficient], report.draws)
    ]
    return list(dict.fromkeys(sentences))


def agreement_csv_text(report: AgreementReport) -> str:
    """CSV of every coefficient with its percentiles, overall and in each slice. A missing number is an empty
    cell.

    It is for looking at: names that a spreadsheet would run as a formula are guarded.
    """
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(_csv_rows(report.round.name, "", "overall", report.overall))
    for by, slices in report.by.items():
        for part in slices:
            writer.writerows(_csv_rows(report.round.name, by, part.name, part.estimates))
    return out.getvalue()


def _csv_rows(name: str, by: str, slice_name: str, estimates: Estimates) -> Iterator[list[object]]:
    for coefficient, estimate in estimates.items():
        row = estimate.as_published()
        numbers = (row[key] for key in COLUMNS[4:])
        yield [guarded(name), by, guarded(slice_name), coefficient, *numbers]
