"""/rounds/ROUND/edit/ and /rounds/ROUND/withdraw/: what an admin can do to a round before it is opened."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from annotation.access import admin_required, round_for
from annotation.actions.draft_rounds import draft_seen, edit_draft, withdraw_draft
from annotation.actions.refusals import ConflictError, RefusedError
from annotation.errors import BadInputError
from annotation.forms.draft_round import DraftForm, LongDraftForm
from annotation.models import Round, RoundKind

Form = DraftForm | LongDraftForm


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@admin_required
def round_edit(request: HttpRequest, name: str) -> HttpResponse:
    found = round_for(request.user, name)
    if not found.is_draft:
        return _no_draft(request, found, "changed")
    kind = LongDraftForm if found.kind == RoundKind.TRANSCRIPTS else DraftForm
    form = kind(request.user, found, request.POST or None)
    if request.method != "POST":
        return _edit_page(request, found, form, 200)
    return _edited(request, found, form) if form.is_valid() else _edit_page(request, found, form, 422)


def _edited(request: HttpRequest, found: Round, form: Form) -> HttpResponse:
    try:
        edit_draft(actor=request.user, round=found, **form.wanted())
    except ConflictError as conflict:
        form.add_error(None, conflict.sentence)
        form.data = form.data.copy()
        form.data["seen"] = draft_seen(found)  # they know of it now
        return _edit_page(request, found, form, conflict.status)
    except RefusedError as refusal:
        messages.warning(request, refusal.sentence)
    except BadInputError as problem:
        form.add_error(None, problem.problems)
        return _edit_page(request, found, form, 422)
    else:
        messages.success(request, "The draft is saved.")
    return redirect("round_detail", name=found.name)


def _edit_page(request: HttpRequest, found: Round, form: Form, status: int) -> HttpResponse:
    shown = {"round": found, "form": form, "n_items": found.items.count()}
    return render(request, "annotation/round_edit.html", shown, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@admin_required
def round_withdraw(request: HttpRequest, name: str) -> HttpResponse:
    found = round_for(request.user, name)
    if not found.is_draft:
        return _no_draft(request, found, "withdrawn")
    if request.method != "POST":
        return render(request, "annotation/round_withdraw.html", {"round": found})
    try:
        withdraw_draft(actor=request.user, round=found)
    except RefusedError as refusal:
        messages.warning(request, refusal.sentence)
        return redirect("round_detail", name=name)
    messages.success(request, f"The draft is withdrawn, and the name {name} is free again.")
    return redirect("round_list")


def _no_draft(request: HttpRequest, found: Round, what: str) -> HttpResponse:
    state = found.get_state_display().lower()
    messages.info(request, f"The round is {state}; only a draft can be {what}.")
    return redirect("round_detail", name=found.name)
