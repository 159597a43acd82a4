"""/people/: who works here, with which roles; /people/ID/: change that, deactivate, pseudonymise."""

from collections.abc import Callable

from allauth.mfa.models import Authenticator
from django.contrib import messages
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from annotation.access import admin_required, invitations_for, people_for, person_for
from annotation.base.errors import BadInputError
from annotation.models import Person, Role
from annotation.people.accounts import (
    deactivate_person,
    is_pseudonymised,
    pseudonymise_person,
    reactivate_person,
    set_roles,
)
from annotation.people.form_people import RolesForm
from annotation.people.invitations import open_among
from annotation.people.second_factor import KINDS


@require_safe
@admin_required
def person_list(request: HttpRequest) -> HttpResponse:
    open_invitations = open_among(invitations_for(request.user))
    context = {
        "people": [(person, _role_words(person)) for person in _listed(people_for(request.user))],
        "invitations": [
            (invitation, _labels(invitation.roles))
            for invitation in open_invitations.select_related("invited_by")
        ],
    }
    return render(request, "annotation/person_list.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@admin_required
def person_detail(request: HttpRequest, person_id: int) -> HttpResponse:
    person = person_for(request.user, person_id)
    if request.method != "POST":
        return _person_page(request, person, RolesForm(initial={"roles": sorted(person.roles)}))
    form = RolesForm(request.POST)
    if form.is_valid():
        try:
            granted, revoked = set_roles(actor=request.user, person=person, roles=form.cleaned_data["roles"])
        except BadInputError as problem:
            form.add_error("roles", problem.problems)
        else:
            messages.success(request, _change_words(person, granted, revoked))
            return redirect("person_detail", person_id)
    return _person_page(request, person, form, status=422)


@require_POST
@admin_required
def deactivate(request: HttpRequest, person_id: int) -> HttpResponse:
    return _act(request, person_id, deactivate_person, "{} can no longer sign in. Their work is untouched.")


@require_POST
@admin_required
def reactivate(request: HttpRequest, person_id: int) -> HttpResponse:
    return _act(request, person_id, reactivate_person, "{} can sign in again.")


@require_http_methods(["GET", "HEAD", "POST"])
@admin_required
def pseudonymise(request: HttpRequest, person_id: int) -> HttpResponse:
    person = person_for(request.user, person_id)
    if request.method != "POST":
        return render(request, "annotation/pseudonymise.html", {"person": person})
    return _act(request, person_id, pseudonymise_person, "Done: from now on only the pseudonym is known.")


def _act(request: HttpRequest, person_id: int, action: Callable[..., None], sentence: str) -> HttpResponse:
    person = person_for(request.user, person_id)
    try:
        action(actor=request.user, person=person)
    except BadInputError as problem:
        form = RolesForm(initial={"roles": sorted(person.roles)})
        return _person_page(request, person, form, 422, problem.problems)
    messages.success(request, sentence.format(person))
    return redirect("person_detail", person_id)


def _person_page(
    request: HttpRequest,
    person: Person,
    form: RolesForm,
    status: int = 200,
    problems: list[str] | None = None,
) -> HttpResponse:
    context = {
        "person": person,
        "form": form,
        "problems": problems or [],
        "is_pseudonymised": is_pseudonymised(person),
        "role_words_of_person": _role_words(person),
    }
    return render(request, "annotation/person_detail.html", context, status=status)


def _listed(people: QuerySet[Person]) -> QuerySet[Person]:
    second_factor = Authenticator.objects.filter(user=OuterRef("pk"), type__in=KINDS)
    return (
        people.annotate(has_second_factor=Exists(second_factor))
        .prefetch_related("role_grants")
        .order_by("-is_active", "username")
    )


def _role_words(person: Person) -> str:
    return _labels({grant.role for grant in person.role_grants.all()})


def _labels(roles) -> str:
    return ", ".join(role.label for role in Role if role in roles)


def _change_words(person: Person, granted: set[str], revoked: set[str]) -> str:
    if not granted and not revoked:
        return f"Nothing changed: {person} already held exactly these roles."
    parts = [
        f"{words} {_labels(roles).lower()}"
        for words, roles in (("now holds", granted), ("no longer holds", revoked))
        if roles
    ]
    return f"{person} {' and '.join(parts)}."
