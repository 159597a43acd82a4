"""/support/: help for the reader. Open to everybody, never logged; the same words are in every page's panel."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


@require_safe
def support(request: HttpRequest) -> HttpResponse:
    return render(request, "annotation/support.html")
