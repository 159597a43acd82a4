"""What an address asks a page to show: one of the things there are, or 404. Nothing is shown in its stead.

An empty choice counts as none, because a form that was sent empty names all its fields.
"""

from collections.abc import Collection
from typing import Any

from django import forms
from django.core.paginator import InvalidPage, Page, Paginator
from django.http import Http404, HttpRequest


def choice_in(request: HttpRequest, name: str, choices: Collection[str], default: str) -> str:
    """The choice that the address makes under `name`; `default` where it makes none."""
    chosen = request.GET.get(name)
    if not chosen:
        return default
    if chosen not in choices:
        raise Http404
    return chosen


def page_in(request: HttpRequest, rows: Any, per_page: int) -> Page:
    """The page of `rows` (a list or a query) that the address names by number; by default the first."""
    try:
        return Paginator(rows, per_page).page(request.GET.get("page") or 1)
    except InvalidPage as problem:
        raise Http404 from problem


def is_sound_filter(form: forms.Form) -> bool:
    """Whether a filter can be used. What was mistyped is told beside its field; an unknown choice is 404."""
    if form.is_valid():
        return True
    if any(error.code == "invalid_choice" for errors in form.errors.as_data().values() for error in errors):
        raise Http404
    return False
