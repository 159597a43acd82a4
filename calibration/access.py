"""Who reaches calibration's own objects: admins who rate in no open round. Lists are empty for one who does,
and one object is refused with the reason. A round's agreement is asked for at annotation.access.
"""

from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import Http404
from django.shortcuts import get_object_or_404

from annotation.access import open_rounds_rated_by, refuse_raters
from annotation.models import Person, Role
from calibration.models import CalibrationSet, FrozenPanel, Judge, PanelRanking, SentinelPair


def sets_for(person: Person) -> QuerySet[CalibrationSet]:
    """Calibration sets, for admins: names and sizes, which a rater may know too."""
    sets = CalibrationSet.objects.select_related("round", "drawn_by")
    return sets if person.has_role(Role.ADMIN) else sets.none()


def set_for(person: Person, name: str) -> CalibrationSet:
    """The set of that name, or 404."""
    return _one(person, sets_for(person), name=name)


def judges_for(person: Person) -> QuerySet[Judge]:
    """Candidate judges, for admins."""
    return _for_admins(person, Judge.objects.all())


def judge_for(person: Person, judge_id: int) -> Judge:
    """The judge with that key, or 404."""
    return _one(person, judges_for(person), pk=judge_id)


def rankings_for(person: Person) -> QuerySet[PanelRanking]:
    """Rankings, for admins."""
    return _for_admins(person, PanelRanking.objects.select_related("round__calibration_set", "started_by"))


def ranking_for(person: Person, ranking_id: int) -> PanelRanking:
    """The ranking with that key, or 404."""
    return _one(person, rankings_for(person), pk=ranking_id)


def panels_for(person: Person) -> QuerySet[FrozenPanel]:
    """Frozen panels, for admins."""
    return _for_admins(
        person, FrozenPanel.objects.select_related("ranking__round", "predecessor", "frozen_by")
    )


def panel_for(person: Person, name: str) -> FrozenPanel:
    """The panel of that name with `n_sentinels`, or 404."""
    return _one(person, _with_sentinels(panels_for(person)), name=name)


def panel_and_successors_for(person: Person, name: str) -> tuple[FrozenPanel, list[FrozenPanel]]:
    """The same, and the panels that follow it, newest first, in one query."""
    _refuse_rating_admins(person)
    related = Q(name=name) | Q(predecessor__name=name)
    panels = list(_with_sentinels(panels_for(person)).filter(related))
    panel = next((panel for panel in panels if panel.name == name), None)
    if panel is None:
        raise Http404
    return panel, [successor for successor in panels if successor != panel]


def _with_sentinels(panels: QuerySet[FrozenPanel]) -> QuerySet[FrozenPanel]:
    pairs = SentinelPair.objects.filter(panel=OuterRef("pk")).order_by().values("panel")
    number = Coalesce(Subquery(pairs.annotate(number=Count("pk")).values("number")), 0)
    return panels.annotate(n_sentinels=number)


def _for_admins(person: Person, rows: QuerySet) -> QuerySet:
    return rows.filter(~Exists(open_rounds_rated_by(person))) if person.has_role(Role.ADMIN) else rows.none()


def _one(person: Person, rows: QuerySet, **lookup: Any) -> Any:
    _refuse_rating_admins(person)
    return get_object_or_404(rows, **lookup)


def _refuse_rating_admins(person: Person) -> None:
    """Strangers get 404, as everywhere; an admin is told why it is not their time."""
    if person.has_role(Role.ADMIN):
        refuse_raters(person)
