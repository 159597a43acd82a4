"""Who may read scores: admins and viewers, but no rater of an open round, and the holdout only admins."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse

from annotation.access import rates_open_round
from annotation.models import Person, Role, Split
from scoring.models import Cell

View = Callable[..., HttpResponse]
WHILE_RATING = (
    "You are labelling in an open round. Scores name the models and show the judges' votes, so they open "
    "to you when your round is closed."
)


def scores_required(view: View) -> View:
    """A page of scores. A rater of an open round gets 403 and the reason, whatever other roles they hold."""

    @wraps(view)
    @login_required
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.has_role(Role.ADMIN, Role.VIEWER):
            raise PermissionDenied
        if rates_open_round(request.user):
            raise PermissionDenied(WHILE_RATING)
        return view(request, *args, **kwargs)

    return guarded


def splits_for(person: Person) -> list[str]:
    """Splits whose scores the person may read; the private holdout is for admins alone."""
    return [Split.PUBLIC, Split.PRIVATE, Split.UNASSIGNED] if person.has_role(Role.ADMIN) else [Split.PUBLIC]


def cells_for(person: Person) -> QuerySet[Cell]:
    """Cells whose texts and votes the person may open."""
    if rates_open_round(person) or not person.has_role(Role.ADMIN, Role.VIEWER):
        return Cell.objects.none()
    return Cell.objects.filter(response__task__split__in=splits_for(person))
