"""/label/ROUND/ITEM/ of a response: the page on which a rater labels it. It works as one plain form.

With JavaScript each answer is sent on its own as it is given (annotation/labelling/save_endpoint.py).
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from annotation.assignments.conversation import conversation_of
from annotation.assignments.neighbours import address_after_save
from annotation.base.refusals import ConflictError, RefusedError
from annotation.labelling.criterion_entries import CriterionEntry, DimensionGroup, entries_in, groups_of
from annotation.labelling.form_answers import criterion_change, take_typed, words_read
from annotation.labelling.item_context import item_context
from annotation.labelling.record import record_label
from annotation.models import Assignment, EventSource, LabelEvent
from annotation.site.shortcuts import SHORTCUTS, keys_of


def label_response(request: HttpRequest, assignment: Assignment) -> HttpResponse:
    """Show the response, or save the form. The caller knows that the assignment is the person's own."""
    groups = groups_of(assignment)
    if request.method == "POST":
        refusals = [_save(entry, assignment, request) for entry in entries_in(groups)]
        worst = max((refusal.status for refusal in refusals if refusal), default=None)
        if worst is None:
            return redirect(address_after_save(request, assignment))
        saved = {entry.key: entry for entry in entries_in(groups_of(assignment))}
        _refresh(groups, saved)
        return _page(request, assignment, groups, status=409 if worst == 409 else 422)
    return _page(request, assignment, groups, status=200)


def _save(entry: CriterionEntry, assignment: Assignment, request: HttpRequest) -> RefusedError | None:
    """Record what was typed about one criterion; the refusal, if any, is written beside it."""
    if not take_typed(entry, request.POST):
        return None
    change = criterion_change(entry, assignment, request.POST)
    if not change:
        return None
    try:
        record_label(
            person=request.user,
            assignment=assignment,
            criterion=entry.criterion,
            change=change,
            version=entry.entered.version,
            uuid=entry.uuid,
            criterion_version=words_read(entry, request.POST),
        )
    except RefusedError as refusal:
        entry.problem, entry.is_conflict = refusal.sentence, isinstance(refusal, ConflictError)
        return refusal
    return None


def _refresh(groups: list[DimensionGroup], saved: dict[int, CriterionEntry]) -> None:
    """After a refusal: what is stored now, with what was typed still in the fields it was refused for."""
    for entry in entries_in(groups):
        now = saved[entry.key]
        entry.answer, entry.standing, entry.uuid = now.answer, now.standing, now.uuid
        if not entry.problem:
            entry.entered = now.entered


def _page(
    request: HttpRequest, assignment: Assignment, groups: list[DimensionGroup], *, status: int
) -> HttpResponse:
    entries = entries_in(groups)
    keys = keys_of(request.user.display)
    own_events = LabelEvent.objects.filter(source__in=(EventSource.PAGE, EventSource.API))
    context = {
        **item_context(request, assignment, own_events),
        "turns": conversation_of(assignment.item.response),
        "groups": groups,
        "n_entries": len(entries),
        "n_answered": sum(entry.is_answered for entry in entries),
        "current": next((entry for entry in entries if not entry.is_answered), None),
        "has_problems": any(entry.problem for entry in entries),
        "shortcuts": [(keys[shortcut.act], shortcut.words) for shortcut in SHORTCUTS],
    }
    return render(request, "annotation/label_item.html", context, status=status)
