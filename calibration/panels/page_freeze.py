"""/rankings/ID/freeze/: choose a panel, look at its manifest, and freeze it by typing its name."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from annotation.access import admin_required
from annotation.base.errors import BadInputError
from annotation.site.choices import choice_in
from calibration.access import panels_for, ranking_for
from calibration.models import FrozenPanel, PanelRanking, PanelScore
from calibration.panels.freeze import Preview, freeze_once, next_name, preview_freeze
from calibration.panels.report import manifest_page
from calibration.rankings.form_ranking import ConfirmForm, FreezeForm
from calibration.rankings.stored_estimates import corrected_kappa, is_chosen, kappa_of
from calibration.stats.resampling.estimate import Estimate


@require_http_methods(["GET", "HEAD", "POST"])
@admin_required
def ranking_freeze(request: HttpRequest, ranking_id: int) -> HttpResponse:
    ranking = ranking_for(request.user, ranking_id)
    if ranking.state != PanelRanking.State.DONE:
        return redirect("ranking_detail", ranking_id=ranking.pk)
    score = _score(ranking, request.GET.get("rank") or str(ranking.result["recommended_rank"]))
    if request.method == "POST":
        return _freeze(request, ranking, score)
    if "preview" in request.GET:
        return _preview(request, ranking, score)
    terms = _terms(request, ranking, score)
    names = terms["panels"].values_list("name", flat=True)
    form = FreezeForm(initial={"replaces": choice_in(request, "replaces", names, default="")}, **terms)
    return _choose(request, ranking, score, form)


def _preview(request: HttpRequest, ranking: PanelRanking, score: PanelScore) -> HttpResponse:
    chosen = FreezeForm(request.GET, **_terms(request, ranking, score))
    if not chosen.is_valid():
        return _choose(request, ranking, score, chosen, 422)
    try:
        preview = preview_freeze(ranking=ranking, **_wish(score, chosen), actor=request.user)
    except BadInputError as problem:
        chosen.add_error(None, problem.problems)
        return _choose(request, ranking, score, chosen, 422)
    if preview.known is not None:
        chosen.add_error(
            None, f"{_said_already(preview.known)} Freeze another panel, or a successor for a reason."
        )
        return _choose(request, ranking, score, chosen, 422)
    form = ConfirmForm(initial=chosen.cleaned_data, name=preview.name, **_terms(request, ranking, score))
    return _confirm(request, ranking, score, form, preview)


def _freeze(request: HttpRequest, ranking: PanelRanking, score: PanelScore) -> HttpResponse:
    form = ConfirmForm(request.POST, name=next_name(), **_terms(request, ranking, score))
    try:
        if form.is_valid():
            panel, is_new = freeze_once(ranking=ranking, **_wish(score, form), actor=request.user)
            return _frozen(request, panel, is_new)
        preview = preview_freeze(ranking=ranking, **_wish(score, form), actor=request.user)
    except BadInputError as problem:
        form.add_error(None, problem.problems)
        return _choose(request, ranking, score, form, 422)
    if preview.known is not None:  # the same form sent twice asks for the name that is taken by now
        return _frozen(request, preview.known, False)
    return _confirm(request, ranking, score, form, preview, 422)


def _frozen(request: HttpRequest, panel: FrozenPanel, is_new: bool) -> HttpResponse:
    if is_new:
        messages.success(request, f"{panel.name} is frozen. From now on nothing can change it.")
    else:
        messages.info(request, _said_already(panel))
    return redirect("panel_detail", name=panel.name)


def _said_already(panel: FrozenPanel) -> str:
    return f"{panel.name} holds the same content already, so nothing was frozen."


def _wish(score: PanelScore, form: FreezeForm) -> dict[str, Any]:
    chosen = form.cleaned_data
    return {"judges": score.judges, "reason": chosen.get("reason", ""), "replaces": chosen.get("replaces")}


def _choose(
    request: HttpRequest, ranking: PanelRanking, score: PanelScore, form: FreezeForm, status: int = 200
) -> HttpResponse:
    recommended = ranking.panels.get(kind=PanelScore.Kind.PANEL, rank=ranking.result["recommended_rank"])
    context = {
        "ranking": ranking,
        "score": score,
        "kappa": _kappa(score, ranking),
        "recommended": recommended,
        "recommended_kappa": corrected_kappa(recommended, ranking.result, "by_rule"),
        "form": form,
    }
    return render(request, "calibration/freeze_choose.html", context, status=status)


def _kappa(score: PanelScore, ranking: PanelRanking) -> Estimate:
    """Corrected where the panel was chosen for its kappa, by the rule or by rank."""
    if not is_chosen(score, ranking.result):
        return kappa_of(score, ranking.result)
    by_rule = score.rank == ranking.result["recommended_rank"]
    return corrected_kappa(score, ranking.result, "by_rule" if by_rule else "by_rank")


def _confirm(
    request: HttpRequest,
    ranking: PanelRanking,
    score: PanelScore,
    form: ConfirmForm,
    preview: Preview,
    status: int = 200,
) -> HttpResponse:
    context = {
        "ranking": ranking,
        "score": score,
        "form": form,
        "preview": preview,
        "manifest": manifest_page(preview.manifest),
    }
    return render(request, "calibration/freeze_confirm.html", context, status=status)


def _score(ranking: PanelRanking, rank: str) -> PanelScore:
    panels = ranking.panels.filter(kind=PanelScore.Kind.PANEL)
    score = panels.filter(rank=int(rank)).first() if rank.isdecimal() and len(rank) < 10 else None
    if score is None:
        raise Http404
    return score


def _terms(request: HttpRequest, ranking: PanelRanking, score: PanelScore) -> dict[str, Any]:
    """What may be replaced, and whether the choice needs a reason."""
    return {
        "panels": panels_for(request.user).filter(imported=False),
        "needs_reason": score.rank != ranking.result["recommended_rank"],
    }
