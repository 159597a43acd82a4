"""/calibration/: rounds and sets; /calibration/new/: draw a set; /calibration/NAME/set/: one set."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from annotation.access import admin_required, closed_to_raters
from annotation.base.errors import BadInputError
from calibration.access import set_for, sets_for
from calibration.sets.draw import draw_calibration, open_to
from calibration.sets.form_draw import CliniciansForm, DrawForm
from calibration.sets.report import draw_report
from calibration.sets.rounds import round_rows


@require_safe
@admin_required
def calibration_list(request: HttpRequest) -> HttpResponse:
    context = {"rows": round_rows(request.user), "sets": sets_for(request.user)}
    return render(request, "calibration/calibration_list.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@admin_required
def calibration_draw(request: HttpRequest) -> HttpResponse:
    form = DrawForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        asked = {name: form.cleaned_data[name] for name in ("name", "size", "per_task", "seed")}
        try:
            drawn = draw_calibration(**asked, clinicians=form.raters(), actor=request.user)
        except BadInputError as problem:
            form.add_error(None, problem.problems)
        else:
            messages.success(request, "The set is drawn. Look at its balance before it is labelled.")
            return redirect("calibration_set", name=drawn.name)
    status = 422 if request.method == "POST" else 200
    return render(request, "calibration/calibration_draw.html", {"form": form}, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@admin_required
@closed_to_raters
def calibration_set(request: HttpRequest, name: str) -> HttpResponse:
    drawn = set_for(request.user, name)
    form = CliniciansForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            made = open_to(calibration_set=drawn, clinicians=form.raters(), actor=request.user)
        except BadInputError as problem:
            form.add_error(None, problem.problems)
        else:
            messages.success(request, "The round is made. Look it through, then open it.")
            return redirect("round_detail", name=made.name)
    context = {"drawn": drawn, "report": draw_report(drawn), "form": form}
    status = 422 if request.method == "POST" else 200
    return render(request, "calibration/calibration_set.html", context, status=status)
