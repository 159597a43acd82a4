"""/label/ROUND/ITEM/: the note on what the conversation is about, until it is opened; then its page.

The page is that of the item's kind: of a response (page_response.py) or of a long conversation
(page_transcript.py). Beside it, what leads away from an item: opening the next, skipping, leaving out.
"""

from contextlib import suppress

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from annotation.access import assignment_for, clinician_required
from annotation.assignments.content_note import asks_before_showing, content_note_of
from annotation.assignments.neighbours import item_address, neighbours_of, next_address
from annotation.assignments.queue import queue_of
from annotation.base.refusals import NotNowError, NotThereError, RefusedError
from annotation.care.opt_out import leave_out_item, leave_out_topic
from annotation.care.reader_care import suggests_pause
from annotation.labelling.page_response import label_response
from annotation.labelling.page_transcript import label_long
from annotation.labelling.reading import reveal_item, skip_item
from annotation.models import Assignment
from annotation.site.shortcuts import keys_of

LEFT_OUT = "It is left out. Nobody is told, and you need not say why."
TOPIC_ALONE = (
    "The topic is left out; this item stays because its round is closed. Nobody is told, and you need not "
    "say why."
)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@clinician_required
def label_item(request: HttpRequest, name: str, item: int) -> HttpResponse:
    assignment = assignment_for(request.user, name, item)
    if request.method != "POST" and asks_before_showing(request.user, assignment):
        return _content_note(request, assignment)
    page = label_response if assignment.item.transcript is None else label_long
    return page(request, assignment)


@require_POST
@clinician_required
def label_reveal(request: HttpRequest, name: str, item: int) -> HttpResponse:
    """Open the conversation after its note.

    From the page of the item before (`from=item`) it stays closed when a pause is due: the note's own page
    suggests it first.
    """
    assignment = assignment_for(request.user, name, item)
    if request.POST.get("from") == "item" and suggests_pause(request, assignment.round):
        return redirect(item_address(assignment, name))
    try:
        reveal_item(person=request.user, assignment=assignment)
    except NotThereError as gone:  # left out in another window at this moment
        raise Http404 from gone
    return redirect(item_address(assignment, name))


@require_POST
@clinician_required
def label_skip(request: HttpRequest, name: str, item: int) -> HttpResponse:
    """Leave the item for later and go on."""
    assignment = assignment_for(request.user, name, item)
    try:
        skip_item(person=request.user, assignment=assignment)
    except RefusedError as refusal:
        messages.warning(request, refusal.sentence)
        return redirect("label_round", name=name)
    messages.info(request, "You skipped an item. It comes back when the others are done.")
    return redirect(next_address(request.user, assignment))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@clinician_required
def label_leave_out(request: HttpRequest, name: str, item: int) -> HttpResponse:
    """Leave out this conversation, or everything about its topic; no reason is asked."""
    assignment = assignment_for(request.user, name, item)
    note = content_note_of(assignment)
    if request.method != "POST":
        context = {"round": assignment.round, "assignment": assignment, "note": note}
        return render(request, "annotation/label_leave_out.html", context)
    try:
        what_went = _leave_out(assignment, note.topic if request.POST.get("what") == "topic" else "")
    except RefusedError as refusal:
        messages.warning(request, refusal.sentence)
        return redirect("label_round", name=name)
    messages.success(request, what_went)
    return redirect(item_address(queue_of(request.user, assignment.round).next_unfinished(), name))


def _leave_out(assignment: Assignment, topic: str) -> str:
    """Leave the item or its topic out, and say which went.

    A topic takes only unfinished items with it, so that this one is left out by its name too. It may have
    gone with the topic; and where its round has just been closed, the topic counts without it.
    """
    if not topic:
        leave_out_item(person=assignment.rater, assignment=assignment)
        return LEFT_OUT
    leave_out_topic(person=assignment.rater, sub_category=topic)
    try:
        with suppress(NotThereError):
            leave_out_item(person=assignment.rater, assignment=assignment)
    except NotNowError:
        return TOPIC_ALONE
    return LEFT_OUT


def _content_note(request: HttpRequest, assignment: Assignment) -> HttpResponse:
    context = {
        "round": assignment.round,
        "assignment": assignment,
        "note": content_note_of(assignment),
        "suggests_pause": suggests_pause(request, assignment.round),
        "keys": keys_of(request.user.display),
        **neighbours_of(request.user, assignment),
    }
    return render(request, "annotation/label_note.html", context)
