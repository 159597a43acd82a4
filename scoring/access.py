"""Who may read scores: admins and viewers, but no rater of an open round, and the holdout only admins."""

from collections.abc import Callable

from django.db.models import QuerySet
from django.http import HttpResponse

from annotation.access import closed_to_raters, rates_open_round, viewer_required
from annotation.models import Person, Role, Split
from scoring.models import Cell

View = Callable[..., HttpResponse]


def scores_required(view: View) -> View:
    """A page of scores."""
    return viewer_required(closed_to_raters(view))


def splits_for(person: Person) -> list[str]:
    """Splits whose scores the person may read; the private holdout is for admins alone."""
    return [Split.PUBLIC, Split.PRIVATE, Split.UNASSIGNED] if person.has_role(Role.ADMIN) else [Split.PUBLIC]


def cells_for(person: Person) -> QuerySet[Cell]:
    """Cells whose texts and votes the person may open."""
    if rates_open_round(person) or not person.has_role(Role.ADMIN, Role.VIEWER):
        return Cell.objects.none()
    return Cell.objects.filter(response__task__split__in=splits_for(person))
