"""Care for the reader: what I have read, what I leave out (/account/exposure/, /account/topics/), a calm
place to stop (/label/ROUND/pause/) and help (/support/). What a reader does here is for their eyes alone.

The suggestion to pause stands only between items, asks nothing, and goes when it is set aside; until the same
dose has been read again it does not come back. When it was set aside is kept in the session and nowhere else.
"""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from annotation.access import clinician_required, left_out_for, one_left_out_for, round_to_label
from annotation.assignments.neighbours import item_address
from annotation.assignments.queue import queue_of
from annotation.base.refusals import RefusedError
from annotation.care.exposure import exposure_this_week, exposure_today
from annotation.care.opt_out import leave_out_topic, take_item_back, take_topic_back
from annotation.care.reader_care import SET_ASIDE
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


@require_safe
@never_cache
@clinician_required
def label_pause(request: HttpRequest, name: str) -> HttpResponse:
    round = round_to_label(request.user, name)
    queue = queue_of(request.user, round)
    context = {
        "round": round,
        "resume": queue.resume if round.is_open else None,
    }
    return render(request, "annotation/label_pause.html", context)


@require_POST
@clinician_required
def label_pause_aside(request: HttpRequest, name: str) -> HttpResponse:
    """Set the suggestion aside and go back to where it stood."""
    round = round_to_label(request.user, name)
    request.session[SET_ASIDE] = timezone.now().isoformat()
    back = request.POST.get("back", "")
    if url_has_allowed_host_and_scheme(back, allowed_hosts={request.get_host()}, require_https=False):
        return redirect(back)
    return redirect("label_round", name=round.name)


@require_safe
def support(request: HttpRequest) -> HttpResponse:
    return render(request, "annotation/support.html")
