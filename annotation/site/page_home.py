"""/: what waits for me, by role; nothing else."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from annotation.models import Role
from annotation.site.to_do import waiting_for

NOTHING = {
    Role.CLINICIAN: "No open round has anything left for you.",
    Role.AUTHOR: "No task is a draft.",
    Role.ADMIN: "Nothing in rounds or calibration waits for its next step.",
    Role.VIEWER: "There are no scores that you can read now.",
}


@require_safe
@login_required
def home(request: HttpRequest) -> HttpResponse:
    by_role = [(role, things, NOTHING[role]) for role, things in waiting_for(request.user)]
    return render(request, "annotation/home.html", {"by_role": by_role})
