"""/account/sessions/: where I am signed in; each place can be signed out. The list's view is allauth's."""

import re

from allauth.usersessions.internal.flows.sessions import end_sessions
from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_POST

# In this order: Edge and Opera also call themselves Chrome, and Chrome calls itself Safari.
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("Firefox", "Firefox"),
    ("Chrom", "Chrome"),
    ("Safari", "Safari"),
)
SYSTEMS = (
    ("iPhone|iPad", "iOS"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS X|Macintosh", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux|X11", "Linux"),
)


@require_POST
@login_required
def end_session(request: HttpRequest, session_id: int) -> HttpResponse:
    """Sign one of the reader's own sessions out; their present one leads to the sign-in page."""
    session = get_object_or_404(UserSession, user=request.user, pk=session_id)
    end_sessions(request, [session])
    if not request.user.is_authenticated:
        return redirect("account_login")
    messages.success(request, "That browser is signed out.")
    return redirect("usersessions_list")


def browser_words(user_agent: str) -> str:
    """What a browser calls itself, as people do: "Firefox on Windows"."""
    browser, system = _first(BROWSERS, user_agent), _first(SYSTEMS, user_agent)
    return f"{browser or 'A browser'} on {system or 'an unknown system'}"


def _first(signs: tuple[tuple[str, str], ...], user_agent: str) -> str | None:
    return next((name for sign, name in signs if re.search(sign, user_agent)), None)
