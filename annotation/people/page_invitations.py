"""/people/invite/ and what becomes of an invitation; /invitation/: where an invited person arrives."""

from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from annotation.access import admin_required, invitation_for
from annotation.base.errors import BadInputError
from annotation.base.refusals import NotNowError
from annotation.models import Invitation
from annotation.people.devices import remember_device
from annotation.people.form_people import ArrivalForm, InvitationForm
from annotation.people.invitations import (
    DAYS_VALID,
    accept_invitation,
    invite_person,
    is_open,
    send_invitation,
    token_hash,
    withdraw_invitation,
)

SESSION_KEY = "invitation"
MODEL_BACKEND = "django.contrib.auth.backends.ModelBackend"


@require_http_methods(["GET", "HEAD", "POST"])
@admin_required
@never_cache
def invite(request: HttpRequest) -> HttpResponse:
    form = InvitationForm(request.POST or None)
    if request.method != "POST":
        return render(request, "annotation/invite.html", {"form": form, "days": DAYS_VALID})
    if form.is_valid():
        try:
            return _invited(request, form)
        except BadInputError as problem:
            form.add_error(None, problem.problems)
    return render(request, "annotation/invite.html", {"form": form, "days": DAYS_VALID}, status=422)


@require_POST
@admin_required
def withdraw(request: HttpRequest, invitation_id: int) -> HttpResponse:
    invitation = invitation_for(request.user, invitation_id)
    if withdraw_invitation(actor=request.user, invitation=invitation):
        messages.success(request, f"The invitation to {invitation.email} is withdrawn; its link is dead.")
    else:
        messages.info(request, f"The invitation to {invitation.email} had ended before.")
    return redirect("person_list")


@require_safe
@never_cache
def arrive(request: HttpRequest, token: str) -> HttpResponse:
    """Take the token out of the address, where it would stay in histories and logs."""
    request.session[SESSION_KEY] = token_hash(token)
    return redirect("invitation")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def invitation(request: HttpRequest) -> HttpResponse:
    invitation = Invitation.objects.filter(token_hash=request.session.get(SESSION_KEY, "")).first()
    if invitation is None or not is_open(invitation):
        return render(request, "annotation/invitation_ended.html", status=410)
    if request.user.is_authenticated:
        return render(request, "annotation/invitation_signed_in.html", {"invitation": invitation}, status=409)
    form = ArrivalForm(request.POST or None, invitation=invitation)
    if request.method == "POST" and form.is_valid():
        return _arrived(request, invitation, form)
    is_refused = request.method == "POST"
    context = {"form": form, "invitation": invitation}
    return render(request, "annotation/invitation.html", context, status=422 if is_refused else 200)


def _arrived(request: HttpRequest, invitation: Invitation, form: ArrivalForm) -> HttpResponse:
    chosen = {name: form.cleaned_data[name] for name in ("username", "password", "first_name", "last_name")}
    try:
        person = accept_invitation(invitation=invitation, **chosen)
    except NotNowError:  # used in another tab meanwhile
        return render(request, "annotation/invitation_ended.html", status=410)
    except BadInputError as problem:  # somebody took the name at this moment
        form.add_error(None, problem.problems)
        context = {"form": form, "invitation": invitation}
        return render(request, "annotation/invitation.html", context, status=422)
    login(request, person, backend=MODEL_BACKEND)
    UserSession.objects.create_from_request(request)
    remember_device(request, person)
    request.session.pop(SESSION_KEY, None)
    messages.success(request, "Welcome. Your account is ready.")
    return redirect("home")


def _invited(request: HttpRequest, form: InvitationForm) -> HttpResponse:
    email = form.cleaned_data["email"]
    made, token = invite_person(actor=request.user, email=email, roles=form.cleaned_data["roles"])
    link = request.build_absolute_uri(reverse("invitation_link", args=[token]))
    was_sent = form.cleaned_data["send_email"] and send_invitation(request, made, link)
    context = {
        "invitation": made,
        "link": link,
        "was_sent": was_sent,
        "asked": form.cleaned_data["send_email"],
    }
    return render(request, "annotation/invited.html", context, status=201)
