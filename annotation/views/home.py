"""/: what waits for me, by role; nothing else."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from annotation.waiting import waiting_for


@require_safe
@login_required
def home(request: HttpRequest) -> HttpResponse:
    return render(request, "annotation/home.html", {"by_role": waiting_for(request.user)})
