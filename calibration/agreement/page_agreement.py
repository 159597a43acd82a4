"""/calibration/ROUND/: how far the clinicians of a closed round agree, for admins and its raters."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from annotation.access import closed_round_for, rates_open_round
from annotation.base.errors import BadInputError
from annotation.models import Person, Role, Round, RoundKind
from annotation.rounds.changes.retest_consistency import consistencies_of
from annotation.site.choices import choice_in
from calibration.access import rankings_for
from calibration.agreement.contested import contested_rows
from calibration.agreement.discussion_change import DiscussionChange, discussion_changes
from calibration.agreement.report import (
    AgreementReport,
    RaterReport,
    Slice,
    agreement_and_raters,
    agreement_report,
)
from calibration.agreement.report_formats import agreement_csv_text
from calibration.agreement.transcript_agreement import transcript_agreement
from calibration.interval_plot import PlotRow
from calibration.ratings import SLICES
from calibration.stats.agreement.label_distribution import LabelCounts
from calibration.stats.resampling.cautions import FEW_TASKS

CONTESTED_SHOWN = 15
COEFFICIENTS = {
    "fleiss_kappa": "Fleiss kappa",
    "krippendorff_alpha": "Krippendorff alpha",
    "gwet_ac1": "Gwet AC1",
    "pabak": "PABAK",
    "percent_agreement": "Agreement",
    "positive_agreement": "Agreement on met",
    "negative_agreement": "Agreement on not met",
    "prevalence": "Prevalence of met",
}
LABEL_WORDS = {"met": "Met", "not_met": "Not met", "cannot_judge": "Cannot judge", "": "Not labelled"}
SLICE_WORDS = {name: name.capitalize() for name in SLICES}
OF_CONVERSATIONS = ("fleiss_kappa", "krippendorff_alpha", "gwet_ac1", "pabak", "percent_agreement")


@require_safe
@login_required
def round_agreement(request: HttpRequest, name: str) -> HttpResponse:
    round = closed_round_for(request.user, name)
    if round.kind == RoundKind.TRANSCRIPTS:
        return _transcript_agreement(request, round)
    context: dict[str, Any] = {"round": round, "is_admin": request.user.has_role(Role.ADMIN)}
    choices = slices_open_to(request.user)
    by = choice_in(request, "by", choices, default=choices[0])
    context["is_rater"] = choices != SLICES
    try:
        report, raters = agreement_and_raters(round, [by])
    except BadInputError as problem:
        return render(request, "calibration/round_agreement.html", context | {"problem": str(problem)})
    context |= (
        {"agreement": report} | _sliced(by, choices, report.by[by]) | _about(report, raters, request.user)
    )
    return render(request, "calibration/round_agreement.html", context)


@require_safe
@login_required
def agreement_csv(request: HttpRequest, name: str) -> HttpResponse:
    round = closed_round_for(request.user, name)
    try:
        text = agreement_csv_text(agreement_report(round, slices_open_to(request.user)))
    except BadInputError as problem:
        return HttpResponse(str(problem), status=422, content_type="text/plain; charset=utf-8")
    answer = HttpResponse(text, content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="agreement-{round.pk}.csv"'
    return answer


def slices_open_to(person: Person) -> tuple[str, ...]:
    """Every slice; without the models' names for a rater who is blind to them in another round."""
    if not rates_open_round(person):
        return SLICES
    return tuple(name for name in SLICES if name != "model")


def _sliced(by: str, choices: tuple[str, ...], slices: list[Slice]) -> dict[str, Any]:
    return {
        "by": by,
        "by_words": SLICE_WORDS[by],
        "slices": slices,
        "slice_rows": [PlotRow(part.name, part.estimates["fleiss_kappa"]) for part in slices],
        "tabs": [(name, SLICE_WORDS[name]) for name in choices],
        "few": _few(slices),
    }


def _few(slices: list[Slice]) -> str:
    """One caution for all slices that rest on few tasks."""
    named = [part.name for part in slices if part.caution]
    if not named:
        return ""
    if len(named) == len(slices):
        return (
            f"Every slice here rests on fewer than {FEW_TASKS} tasks; these intervals are only a rough guide."
        )
    return f"Fewer than {FEW_TASKS} tasks, so the interval is only a rough guide: {', '.join(named)}."


def _about(report: AgreementReport, by_rater: RaterReport, reader: Person) -> dict[str, Any]:
    round, is_admin = report.round, reader.has_role(Role.ADMIN)
    raters = [slot.rater for slot in round.slots.select_related("rater").order_by("position")]
    names = [_rater_name(number, rater, reader, is_admin) for number, rater in enumerate(raters, start=1)]
    readable = [
        (name, rater) for name, rater in zip(names, raters, strict=True) if is_admin or rater == reader
    ]
    consistency = consistencies_of([rater for _, rater in readable], round)
    consistencies = [(name, own) for (name, _), own in zip(readable, consistency, strict=True)]
    return {
        "raters": names,
        "overall": [
            (key, words, report.overall[key], by_rater.jackknife[key]) for key, words in COEFFICIENTS.items()
        ],
        "overall_rows": [
            PlotRow(words, report.overall[key], key == "fleiss_kappa") for key, words in COEFFICIENTS.items()
        ],
        "pairs": [(f"Rater {p.first + 1}", f"Rater {p.second + 1}", p.estimates) for p in by_rater.pairs],
        "rest": [(f"Rater {p.first + 1}", "the others", p.estimates) for p in by_rater.rest],
        "labels": [_labels(name, counts) for name, counts in zip(names, by_rater.labels, strict=True)],
        "contested": contested_rows(round, by_rater.contested[:CONTESTED_SHOWN]),
        "n_contested": len(by_rater.contested),
        "changes": [_changed(change, names) for change in discussion_changes(round)],
        "consistencies": [(name, own) for name, own in consistencies if own.n_units],
        "rankings": rankings_for(reader).filter(round=round),
    }


def _labels(name: str, counts: LabelCounts) -> dict[str, Any]:
    cells = [
        {"words": words, "count": counts.counts[value], "share": counts.share(value)}
        for value, words in LABEL_WORDS.items()
    ]
    return {"name": name, "cells": cells}


def _changed(change: DiscussionChange, names: list[str]) -> dict[str, Any]:
    return {
        "after": change.after,
        "n_shared": change.n_shared,
        "difference": change.difference,
        "rows": [(COEFFICIENTS[key], before, after) for key, before, after in change.rows],
        "turned": [(name, *counts) for name, counts in zip(names, change.changed, strict=True)],
    }


def _rater_name(number: int, rater: Person, reader: Person, is_admin: bool) -> str:
    """Raters meet each other as numbers; admins know who they are."""
    if is_admin:
        return f"Rater {number}, {rater}"
    return f"Rater {number}, you" if rater == reader else f"Rater {number}"


def _transcript_agreement(request: HttpRequest, round: Round) -> HttpResponse:
    """The page. The caller has asked whether the round's labels may be context."""
    try:
        agreement = transcript_agreement(round)
    except BadInputError as problem:
        context = {"round": round, "problem": str(problem)}
        return render(request, "calibration/long_agreement.html", context)
    context = {
        "round": round,
        "agreement": agreement,
        "rows": [(COEFFICIENTS[key], agreement.overall[key]) for key in OF_CONVERSATIONS],
        "plotted": [
            PlotRow(COEFFICIENTS[key], agreement.overall[key], key == "fleiss_kappa")
            for key in OF_CONVERSATIONS
        ],
        "prevalence": agreement.overall["prevalence"],
    }
    return render(request, "calibration/long_agreement.html", context)
