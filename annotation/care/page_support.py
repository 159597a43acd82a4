"""/support/: help for the reader, open to everybody. The same words are in the panel of every page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


@require_safe
def support(request: HttpRequest) -> HttpResponse:
    return render(request, "annotation/support.html")
