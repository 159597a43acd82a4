"""Sessions that nobody uses end by themselves (SESSION_IDLE_MINUTES)."""

import time
from collections.abc import Callable
from typing import Any

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

SEEN_AT = "seen_at"  # seconds since 1970, in the session
NOTED_EVERY_SECONDS = 60
BY_ITSELF = (
    "ranking_progress",
    "job_progress",
    "session_state",
)  # asked for by scripts while nobody may be there


class IdleMiddleware:
    """Signs out who has asked for nothing for a while, unless they chose to stay signed in on their computer.

    What the outbox keeps is sent once they have signed in again. When a person was last here is noted once a
    minute at most.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if settings.SESSION_IDLE_MINUTES and request.user.is_authenticated and _is_idle(request):
            logout(request)
            if request.method == "GET" and not request.headers.get("HX-Request"):
                messages.info(request, idle_sentence())
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponse], args: Any, kwargs: Any
    ) -> None:
        is_asked_by_person = request.resolver_match.url_name not in BY_ITSELF
        if settings.SESSION_IDLE_MINUTES and request.user.is_authenticated and is_asked_by_person:
            _note(request)


def idle_sentence() -> str:
    """Why somebody is signed out."""
    return (
        f"You were signed out, because this browser asked for nothing for {idle_words()}. Answers that were "
        "not sent are kept on this computer."
    )


def idle_words() -> str:
    """The limit as people say it: 90 minutes, 2 hours."""
    minutes = settings.SESSION_IDLE_MINUTES
    hours, rest = divmod(minutes, 60)
    number, unit = (minutes, "minute") if rest or not hours else (hours, "hour")
    return f"{number} {unit}{'' if number == 1 else 's'}"


def _is_idle(request: HttpRequest) -> bool:
    seen = request.session.get(SEEN_AT)
    is_kept = not request.session.get_expire_at_browser_close()
    return seen is not None and not is_kept and time.time() - seen > settings.SESSION_IDLE_MINUTES * 60


def _note(request: HttpRequest) -> None:
    now = time.time()
    if now - request.session.get(SEEN_AT, 0) < NOTED_EVERY_SECONDS:
        return
    request.session[SEEN_AT] = now
    UserSession.objects.filter(session_key=request.session.session_key).update(last_seen_at=timezone.now())
