"""/rounds/ROUND/edit/ and /rounds/ROUND/withdraw/: what an admin can do to a round before it is opened."""

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from annotation.access import admin_required, round_for, rounds_for
from annotation.base.errors import BadInputError
from annotation.base.refusals import ConflictError, NotNowError, RefusedError
from annotation.models import Round, RoundKind, RoundState
from annotation.rounds.drafts.edit_draft import edit_draft, withdraw_draft
from annotation.rounds.drafts.form_draft import DraftDifference, DraftForm, TranscriptDraftForm, differences

Form = DraftForm | TranscriptDraftForm
BOTH = (
    "What differs stands below, theirs beside yours. The form holds what you entered, and saving it again "
    "puts it in the place of theirs."
)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@admin_required
def round_edit(request: HttpRequest, name: str) -> HttpResponse:
    round = _round_meant(request, name)
    if request.method != "POST":
        if not round.is_draft:
            return _no_draft(request, round, "changed")
        return _edit_page(request, round, _form(request, round))
    form = _form(request, round, is_sent=True)
    if not round.is_draft:
        return _too_late(request, round, form)
    return _edited(request, round, form) if form.is_valid() else _edit_page(request, round, form, 422)


def _form(request: HttpRequest, round: Round, *, is_sent: bool = False) -> Form:
    """The form for the kind of round, with what was sent or with the draft as it is stored."""
    kind = TranscriptDraftForm if round.kind == RoundKind.TRANSCRIPTS else DraftForm
    return kind(request.user, round, request.POST if is_sent else None)


def _edited(request: HttpRequest, round: Round, form: Form) -> HttpResponse:
    try:
        edit_draft(actor=request.user, round=round, **form.wanted())
    except ConflictError as conflict:
        return _conflict(request, round, form, conflict)
    except NotNowError:
        return _too_late(request, round, form)
    except BadInputError as problem:
        form.add_error(None, problem.problems)
        return _edit_page(request, round, form, 422)
    messages.success(request, "The draft is saved.")
    return redirect("round_detail", name=round.name)


def _conflict(request: HttpRequest, round: Round, form: Form, conflict: ConflictError) -> HttpResponse:
    """Both versions. Only what this page shows of theirs counts as seen when it is sent again."""
    theirs = _form(request, round)
    both = differences(theirs, form)
    form.add_error(None, f"{conflict.sentence} {BOTH}")
    form.data = form.data.copy()
    form.data["seen"] = theirs["seen"].value()
    return _edit_page(request, round, form, conflict.status, both)


def _too_late(request: HttpRequest, round: Round, form: Form) -> HttpResponse:
    """The draft was opened or withdrawn meanwhile: nothing can be saved, and nothing typed is lost."""
    round.refresh_from_db()
    state = round.get_state_display().lower()
    sentence = f"Round {round.name} is {state} by now, and only a draft can be changed."
    form.add_error(None, f"{sentence} What you entered is still here, to read and to copy.")
    return _edit_page(request, round, form, ConflictError.status)


def _edit_page(
    request: HttpRequest,
    round: Round,
    form: Form,
    status: int = 200,
    both: Sequence[DraftDifference] | None = None,
) -> HttpResponse:
    context = {"round": round, "form": form, "n_items": round.items.count(), "differences": both}
    return render(request, "annotation/round_edit.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@admin_required
def round_withdraw(request: HttpRequest, name: str) -> HttpResponse:
    round = _round_meant(request, name)
    if not round.is_draft:
        return _no_draft(request, round, "withdrawn")
    if request.method != "POST":
        return render(request, "annotation/round_withdraw.html", {"round": round})
    try:
        withdraw_draft(actor=request.user, round=round)
    except RefusedError:
        round.refresh_from_db()
        return _no_draft(request, round, "withdrawn")
    messages.success(request, f"The draft is withdrawn, and the name {name} is free again.")
    return redirect("round_list")


def _round_meant(request: HttpRequest, name: str) -> Round:
    """The round of that name, or 404; a draft withdrawn since its page was opened is known by its id."""
    sent = request.POST.get("draft", "")
    if sent.isascii() and sent.isdigit() and len(sent) < 10:
        withdrawn = rounds_for(request.user).filter(pk=int(sent), state=RoundState.WITHDRAWN).first()
        if withdrawn is not None:
            return withdrawn
    return round_for(request.user, name)


def _no_draft(request: HttpRequest, round: Round, what: str) -> HttpResponse:
    state = round.get_state_display().lower()
    messages.info(request, f"The round is {state}; only a draft can be {what}.")
    return redirect("round_detail", name=round.name)
