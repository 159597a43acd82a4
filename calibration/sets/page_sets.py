"""/calibration/: rounds and sets; /calibration/new/: draw a set and choose who labels it;
/calibration/NAME/set/: one set.
"""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from annotation.access import admin_required, closed_to_raters, rates_open_round
from annotation.base.errors import BadInputError
from annotation.models import Person
from annotation.rounds.form_round import RatersMixin
from calibration.access import set_for, sets_for
from calibration.sets.draw import DEFAULT_PER_TASK, DEFAULT_SIZE, draw_calibration, open_to
from calibration.sets.report import draw_report
from calibration.sets.rounds import round_rows
from calibration.stats.resampling.defaults import DEFAULT_SEED
from calibration.stats.resampling.draws import LARGEST_SEED


class CliniciansForm(RatersMixin):
    """Three clinicians for a set that has no round yet."""


class DrawForm(RatersMixin):
    """The size of the set and the seed that makes it reproducible; its clinicians may be named later."""

    name = forms.CharField(
        label="Name", max_length=100, help_text="The set and its round carry it, as in calibration-1."
    )
    size = forms.IntegerField(label="Tasks", initial=DEFAULT_SIZE, min_value=1)
    per_task = forms.IntegerField(
        label="Responses to each task",
        initial=DEFAULT_PER_TASK,
        min_value=1,
        help_text="Chosen so that each model and each quality level is covered about as often.",
    )
    seed = forms.IntegerField(
        label="Seed",
        initial=DEFAULT_SEED,
        min_value=0,
        max_value=LARGEST_SEED,
        help_text="The same corpus and seed give the same draw.",
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for bound in self.rater_fields():
            bound.field.required = False

    def raters(self) -> list[Person]:
        """Those who were named; none is fine."""
        return [person for person in super().raters() if person is not None]


@require_safe
@admin_required
def calibration_list(request: HttpRequest) -> HttpResponse:
    context = {
        "rows": round_rows(request.user),
        "sets": sets_for(request.user),
        "is_rater": rates_open_round(request.user),
    }
    return render(request, "calibration/calibration_list.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@admin_required
@closed_to_raters
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
