"""/rankings/: start one, follow it, read it, compare two."""

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from annotation.access import admin_required, closed_round_for, closed_to_raters
from annotation.base.errors import BadInputError
from annotation.site.choices import choice_in, is_sound_filter, page_in
from calibration.access import judges_for, panels_for, ranking_for, rankings_for
from calibration.models import PanelRanking, PanelScore
from calibration.rankings.comparison import compare
from calibration.rankings.form_filter import PanelFilter
from calibration.rankings.form_ranking import CompareForm, RankingForm
from calibration.rankings.panel_columns import headings
from calibration.rankings.report import ranking_report
from calibration.rankings.run import start_ranking
from calibration.stats.ranking.recommendation import RULE
from calibration.words import CORRECTED_INTERVAL_HOLDS

PANELS_PER_PAGE = 25
State = PanelRanking.State
TYPES = {".csv": "text/csv; charset=utf-8", ".json": "application/json"}


@require_http_methods(["GET", "HEAD", "POST"])
@admin_required
@closed_to_raters
def ranking_new(request: HttpRequest, name: str) -> HttpResponse:
    round = closed_round_for(request.user, name)
    form = RankingForm(request.POST or None, judges=list(judges_for(request.user).filter(active=True)))
    if request.method == "POST" and form.is_valid():
        try:
            ranking = start_ranking(round=round, actor=request.user, **form.parameters())
        except BadInputError as problem:
            form.add_error(None, problem.problems)
        else:
            messages.success(request, "The ranking is started. You can leave this page and come back.")
            return redirect("ranking_detail", ranking_id=ranking.pk)
    status = 422 if request.method == "POST" else 200
    context = {"round": round, "form": form, "rule": RULE}
    return render(request, "calibration/ranking_new.html", context, status=status)


@require_safe
@admin_required
def ranking_detail(request: HttpRequest, ranking_id: int) -> HttpResponse:
    ranking = ranking_for(request.user, ranking_id)
    if ranking.state != State.DONE:
        return render(request, "calibration/ranking_waiting.html", {"ranking": ranking})
    judges = [candidate["judge"] for candidate in ranking.result["candidates"] if candidate["included"]]
    form = PanelFilter(request.GET, judges=judges, size=ranking.parameters["size"])
    panels = ranking.panels.filter(kind=PanelScore.Kind.PANEL)
    matching = form.panels(panels) if is_sound_filter(form) else panels.order_by("rank")
    with_all = choice_in(request, "columns", ["all"], "") == "all"
    context: dict[str, Any] = {
        "ranking": ranking,
        "report": ranking_report(ranking),
        "interval_holds": CORRECTED_INTERVAL_HOLDS,
        "form": form,
        "page": page_in(request, matching, PANELS_PER_PAGE),
        "headings": headings(form, with_all),
        "with_all": with_all,
        "is_filtered": any(request.GET.get(name) for name in form.fields),
        "compare_form": CompareForm(rankings=_others(request, ranking)),
        "frozen": panels_for(request.user).filter(ranking=ranking),
    }
    return render(request, "calibration/ranking_detail.html", context)


@require_safe
@admin_required
def ranking_progress(request: HttpRequest, ranking_id: int) -> HttpResponse:
    """The part that the waiting page asks for again; once nothing waits, the browser loads the whole page."""
    ranking = ranking_for(request.user, ranking_id)
    answer = render(request, "calibration/_ranking_progress.html", {"ranking": ranking})
    if ranking.state in (State.DONE, State.FAILED):
        answer["HX-Refresh"] = "true"
    return answer


@require_safe
@admin_required
def ranking_table(request: HttpRequest, ranking_id: int) -> HttpResponse:
    """The published table of all panels, as CSV; with `?for=spreadsheet` guarded, for looking at."""
    from annotation.tables.files.writing import write_table  # here, because it loads pandas
    from calibration.rankings.export_rankings import rankings_table

    ranking = ranking_for(request.user, ranking_id)
    if ranking.state != State.DONE:
        return redirect("ranking_detail", ranking_id=ranking.pk)
    table = rankings_table(ranking)
    for_spreadsheet = choice_in(request, "for", ["spreadsheet"], "") == "spreadsheet"
    return as_download(
        f"panel_rankings_{ranking.pk}.csv",
        lambda path: write_table("panel_rankings", table, path, for_spreadsheet),
    )


@require_safe
@admin_required
def ranking_compare(request: HttpRequest, ranking_id: int) -> HttpResponse:
    first = ranking_for(request.user, ranking_id)
    form = CompareForm(request.GET or None, rankings=_others(request, first))
    context: dict[str, Any] = {"ranking": first, "form": form}
    if first.state == State.DONE and form.is_valid():
        second = form.cleaned_data["other"]
        context |= {"second": second, "comparison": compare(first, second)}
    status = 422 if form.is_bound and not form.is_valid() else 200
    return render(request, "calibration/ranking_compare.html", context, status=status)


def _others(request: HttpRequest, ranking: PanelRanking) -> Any:
    return rankings_for(request.user).filter(state=State.DONE).exclude(pk=ranking.pk)


def as_download(name: str, write: Callable[[Path], object]) -> HttpResponse:
    """What `write` puts at the path it is given, as an attachment of that name."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        write(path)
        answer = HttpResponse(path.read_bytes(), content_type=TYPES[path.suffix])
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
