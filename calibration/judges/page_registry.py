"""/judges/new/ and /judges/ID/change/: register a candidate judge, and change what is known of one."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from annotation.access import admin_required, closed_to_raters
from annotation.base.errors import BadInputError
from calibration.access import judge_for
from calibration.judges.register import change_judge, register_judge
from calibration.models import Judge


class JudgeForm(forms.Form):
    """The facts of a registered judge. Its name is not among them: votes and panels carry it."""

    provider = forms.CharField(
        max_length=200,
        required=False,
        help_text="The provider string of the LLM client, such as anthropic/model-name.",
    )
    family = forms.CharField(
        max_length=100,
        required=False,
        help_text="Judges of one family err alike, and may favour replies of their own family.",
    )
    decoding = forms.JSONField(
        label="Decoding parameters",
        required=False,
        initial=dict,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text='A JSON object, such as {"temperature": 0, "max_tokens": 256}.',
    )
    price_in = forms.DecimalField(
        label="Price of a million prompt tokens, in US dollars",
        required=False,
        min_value=0,
        max_digits=12,
        decimal_places=6,
        help_text="Empty when it is unknown; unknown is not zero.",
    )
    price_out = forms.DecimalField(
        label="Price of a million completion tokens, in US dollars",
        required=False,
        min_value=0,
        max_digits=12,
        decimal_places=6,
    )
    active = forms.BooleanField(
        required=False,
        initial=True,
        help_text="An inactive judge keeps its votes and is no candidate in new rankings.",
    )

    def facts(self) -> dict[str, Any]:
        """What the actions take."""
        known = {name: self.cleaned_data[name] for name in JudgeForm.base_fields}
        return known | {"decoding": {} if known["decoding"] is None else known["decoding"]}


class NewJudgeForm(JudgeForm):
    """A judge to register."""

    judge_id = forms.CharField(
        label="Name",
        max_length=200,
        help_text="As tables will name it, such as provider/model. It never changes.",
    )

    field_order = ("judge_id",)


def facts_of(judge: Judge) -> dict[str, Any]:
    """The judge's present facts, for the form that changes them."""
    return {name: getattr(judge, name) for name in JudgeForm.base_fields}


@require_http_methods(["GET", "HEAD", "POST"])
@admin_required
@closed_to_raters
def judge_new(request: HttpRequest) -> HttpResponse:
    form = NewJudgeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            judge = register_judge(judge_id=form.cleaned_data["judge_id"], actor=request.user, **form.facts())
        except BadInputError as problem:
            form.add_error(None, problem.problems)
        else:
            messages.success(request, f"{judge.judge_id} is registered.")
            return redirect("judge_list")
    status = 422 if request.method == "POST" else 200
    return render(request, "calibration/judge_form.html", {"form": form}, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@admin_required
def judge_change(request: HttpRequest, judge_id: int) -> HttpResponse:
    judge = judge_for(request.user, judge_id)
    form = JudgeForm(request.POST or None, initial=facts_of(judge))
    if request.method == "POST" and form.is_valid():
        try:
            changed = change_judge(judge=judge, actor=request.user, **form.facts())
        except BadInputError as problem:
            form.add_error(None, problem.problems)
        else:
            sentence = "The change is kept." if changed else "Nothing changed."
            messages.success(request, sentence)
            return redirect("judge_detail", judge_id=judge.pk)
    status = 422 if request.method == "POST" else 200
    seats = judge.seats.select_related("panel")
    context = {"form": form, "judge": judge, "panels": [seat.panel for seat in seats]}
    return render(request, "calibration/judge_form.html", context, status=status)
