"""/account/exposure/ and /account/topics/: what I have read, and what I leave out. For my eyes alone."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from annotation.access import left_out_for, one_left_out_for
from annotation.assignments.neighbours import item_address
from annotation.base.refusals import RefusedError
from annotation.care.exposure import exposure_this_week, exposure_today
from annotation.care.opt_out import leave_out_topic, take_item_back, take_topic_back
from annotation.models import TopicOptOut
from annotation.vocabulary import SUBCATEGORIES


@require_safe
@never_cache
@login_required
def account_exposure(request: HttpRequest) -> HttpResponse:
    context = {"today": exposure_today(request.user), "week": exposure_this_week(request.user)}
    return render(request, "annotation/account_exposure.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def account_topics(request: HttpRequest) -> HttpResponse:
    """The topics I leave out; one more with `leave_out`, one less with `take_back`."""
    problem = ""
    if request.method == "POST":
        try:
            _change_topics(request)
        except RefusedError as refusal:
            problem = refusal.sentence
        else:
            return redirect("account_topics")
    left_out = TopicOptOut.objects.present().filter(person=request.user)
    names = set(left_out.values_list("sub_category", flat=True))
    context = {
        "left_out": [topic for topic in SUBCATEGORIES if topic in names],
        "others": [topic for topic in SUBCATEGORIES if topic not in names],
        "items": left_out_for(request.user),
        "problem": problem,
    }
    return render(request, "annotation/account_topics.html", context, status=422 if problem else 200)


@require_POST
@login_required
def label_take_back(request: HttpRequest, name: str, item: int) -> HttpResponse:
    """Put an item that I left out back among mine."""
    assignment = one_left_out_for(request.user, name, item)
    try:
        take_item_back(person=request.user, assignment=assignment)
    except RefusedError as refusal:
        messages.info(request, refusal.sentence)
        return redirect("account_topics")
    return redirect(item_address(assignment, name))


def _change_topics(request: HttpRequest) -> None:
    if "take_back" in request.POST:
        take_topic_back(person=request.user, sub_category=request.POST["take_back"])
        messages.success(request, "The topic can come again in later rounds.")
        return
    n_items = leave_out_topic(person=request.user, sub_category=request.POST.get("leave_out", ""))
    words = {0: "", 1: " One item went with it."}.get(n_items, f" {n_items} items went with it.")
    messages.success(request, f"The topic is left out.{words} Nobody is told.")
