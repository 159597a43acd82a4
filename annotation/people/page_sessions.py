"""/account/sessions/: where I am signed in; each place can be signed out. The list's view is allauth's."""

from allauth.usersessions.internal.flows.sessions import end_sessions
from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_POST


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
