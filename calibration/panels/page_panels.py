"""/panels/: frozen panels and their health; one panel's manifest, its check and its file."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from annotation.access import admin_required, closed_to_raters
from annotation.base.errors import BadInputError
from calibration.access import panel_and_successors_for, panel_for, panels_for, rankings_for
from calibration.models import PanelRanking
from calibration.panels.build_manifest import cached_manifest
from calibration.panels.manifest import FILE_NAME, PanelManifest
from calibration.panels.report import manifest_page, panel_lines, watch_of
from calibration.panels.verification import read_manifest, verify_manifest


@require_safe
@admin_required
@closed_to_raters
def panel_list(request: HttpRequest) -> HttpResponse:
    done = rankings_for(request.user).filter(state=PanelRanking.State.DONE)
    context = {"lines": panel_lines(panels_for(request.user)), "ranking": done.first()}
    return render(request, "calibration/panel_list.html", context)


@require_safe
@admin_required
def panel_detail(request: HttpRequest, name: str) -> HttpResponse:
    panel, successors = panel_and_successors_for(request.user, name)
    context = {
        "panel": panel,
        "manifest": manifest_page(PanelManifest.read(panel.manifest)),
        **vars(watch_of(panel)),  # health, drift
        "n_sentinels": panel.n_sentinels,
        "successors": successors,
        "retest": panel.retest,
    }
    return render(request, "calibration/panel_detail.html", context)


@require_safe
@admin_required
def panel_manifest(request: HttpRequest, name: str) -> HttpResponse:
    """The manifest's own bytes."""
    panel = panel_for(request.user, name)
    answer = HttpResponse(panel.manifest.encode("utf-8"), content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="{FILE_NAME}"'
    return answer


@require_safe
@admin_required
def panel_verify(request: HttpRequest, name: str) -> HttpResponse:
    """Everything computed from the data here, again whenever a checksum of the data is another one."""
    panel = panel_for(request.user, name)
    context = {"panel": panel}
    try:
        context["verification"] = verify_manifest(read_manifest(panel.manifest), cached_manifest)
    except BadInputError as problem:
        context["problem"] = str(problem)
    return render(request, "calibration/panel_verify.html", context)
