"""Who must have a second step at sign-in (REQUIRE_MFA), and what stays closed to them until they have one."""

from collections.abc import Callable
from typing import Any

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect

from annotation.models import Person

KINDS = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)  # recovery codes only stand in for these
# Besides the pages that set one up.
OPEN_BEFORE = ("account_reauthenticate", "account_logout", "usersessions_list", "end_session", "support")
SENTENCE = "Your role needs a second step at sign-in. Set one up on the page Sign-in security first."


def second_factors(person: Person) -> QuerySet[Authenticator]:
    """The person's apps and passkeys."""
    return Authenticator.objects.filter(user=person, type__in=KINDS)


def must_have_second_factor(person: Person) -> bool:
    """Whether a role of the person asks for it."""
    return bool(settings.REQUIRE_MFA) and person.has_role(*settings.REQUIRE_MFA)


class SecondFactorMiddleware:
    """Leads people whose role needs a second step to the page where they set it up, whatever they ask for.

    Programs and the labelling page's saves are answered in JSON as if signed out, so that the outbox keeps
    what it holds. `request.needs_second_factor` tells templates.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponse], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        person = request.user
        if not person.is_authenticated or not must_have_second_factor(person):
            return None
        if second_factors(person).exists():
            return None
        request.needs_second_factor = True
        name = request.resolver_match.url_name or ""
        if name in OPEN_BEFORE or name.startswith("mfa_"):
            return None
        if getattr(view, "takes_json", False) or name.startswith("api_") or name == "session_state":
            refusal = {"saved": False, "code": "second_factor", "sentence": SENTENCE}
            return JsonResponse(refusal, status=401)
        if request.headers.get("HX-Request"):
            return HttpResponse(headers={"HX-Refresh": "true"})
        return redirect("mfa_index")
