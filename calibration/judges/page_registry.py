"""/judges/new/ and /judges/ID/change/: register a candidate judge, and change what is known of one."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from annotation.access import admin_required
from annotation.base.errors import BadInputError
from calibration.access import judge_for
from calibration.judges.form_judge import JudgeForm, NewJudgeForm, facts_of
from calibration.judges.register import change_judge, register_judge


@require_http_methods(["GET", "HEAD", "POST"])
@admin_required
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
            said = "The change is kept." if changed else "Nothing changed."
            messages.success(request, said)
            return redirect("judge_detail", judge_id=judge.pk)
    status = 422 if request.method == "POST" else 200
    seats = judge.seats.select_related("panel")
    shown = {"form": form, "judge": judge, "panels": [seat.panel for seat in seats]}
    return render(request, "calibration/judge_form.html", shown, status=status)
