"""/judges/: the registry with each judge's measures on a round; /judges/ID/: one judge."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from annotation.access import admin_required, closed_to_raters
from annotation.base.errors import BadInputError
from annotation.models import Round
from annotation.site.choices import choice_in
from calibration.access import judge_for, judges_for
from calibration.interval_plot import PlotRow
from calibration.judges.judge import JudgeReport, judge_report
from calibration.judges.judges import judge_rows, judges_together
from calibration.ratings.judged_round import judged_round
from calibration.sets.rounds import rounds_with_votes
from calibration.words import STATISTIC_WORDS

RATES = ("false_met_rate", "false_not_met_rate", "net_bias")


@require_safe
@admin_required
@closed_to_raters
def judge_list(request: HttpRequest) -> HttpResponse:
    rounds = rounds_with_votes()
    chosen = _chosen(request, rounds)
    judges = list(judges_for(request.user))
    context: dict[str, Any] = {"rounds": rounds, "round": chosen}
    try:
        active = [judge for judge in judges if judge.active]
        judged = judged_round(chosen, active) if chosen else None
        context["rows"] = judge_rows(judges, judged)
        context["together"] = judges_together(judged) if judged else None
    except BadInputError as problem:
        context |= {"rows": judge_rows(judges, None), "problem": str(problem)}
    return render(request, "calibration/judge_list.html", context)


@require_safe
@admin_required
def judge_detail(request: HttpRequest, judge_id: int) -> HttpResponse:
    judge = judge_for(request.user, judge_id)
    rounds = rounds_with_votes()
    chosen = _chosen(request, rounds)
    context: dict[str, Any] = {"judge": judge, "rounds": rounds, "round": chosen}
    try:
        report = judge_report(judge, chosen) if chosen else None
    except BadInputError as problem:
        context["problem"] = str(problem)
    else:
        context |= {"report": report} | (_plots(report) if report else {})
    return render(request, "calibration/judge_detail.html", context)


def _plots(report: JudgeReport) -> dict[str, Any]:
    parts = {"Overall": report.profile.overall, **report.dimensions}
    plots = [
        (rate, STATISTIC_WORDS[rate], [PlotRow(name, part.statistics[rate]) for name, part in parts.items()])
        for rate in RATES
    ]
    measured = report.profile.overall
    overall = [
        (words, measured.statistics[name], measured.weighted[name]) for name, words in STATISTIC_WORDS.items()
    ]
    return {"plots": plots, "overall": overall}


def _chosen(request: HttpRequest, rounds: list[Round]) -> Round | None:
    """The round asked for by name, otherwise the newest; None when no judge has voted on any."""
    by_name = {round.name: round for round in rounds}
    return by_name.get(choice_in(request, "round", by_name, default=rounds[0].name if rounds else ""))
