"""The addresses of all pages of ours, each parameter filled with something of full size."""

import re
from collections.abc import Iterator

from django.urls import URLPattern, URLResolver, get_resolver

from annotation.models import Invitation, Person, Response, Round, RoundItem, Split, Task
from benchmarks.pages.prepare import OPEN_ROUND
from calibration.models import FrozenPanel, Judge, PanelRanking
from scoring.models import Cell

PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")
# Pages of libraries, and what ends the session that the others need.
LIBRARIES = ("account/", "admin/", "^")
OWN_ACCOUNT = ("account/keys/", "account/exposure/", "account/topics/")
CLOSED_ROUND = "bench"
QUERIES = {
    "rounds/<str:name>/discussion/": ("", "?show=all", "?show=all&page=20", "?show=two_to_one"),
    "calibration/<str:name>/": ("", "?by=dimension", "?by=subcategory"),
    "judges/": ("", f"?round={CLOSED_ROUND}"),
    "rankings/<int:ranking_id>/": ("", "?columns=all", "?page=10"),
    "rankings/<int:ranking_id>/compare/": ("?other=1",),
    "rankings/<int:ranking_id>/freeze/": ("", "?preview=1"),
    "tasks/": ("", "?page=8"),
    "scores/": ("", "?split=private"),
    "scores/<path:model_id>/": ("", "?page=10"),
}


def every_address() -> Iterator[str]:
    """All of them, the more telling queries of some as addresses of their own."""
    choices = _choices()
    for route in _routes(get_resolver()):
        if route.startswith(LIBRARIES) and route not in OWN_ACCOUNT:
            continue
        for address in _filled(route, choices):
            for query in QUERIES.get(route, ("",)):
                yield f"/{address}{query}"


def _filled(route: str, choices: dict[str, list[object]]) -> Iterator[str]:
    """The route with the n-th thing of each kind in it, for every n up to the longest list."""
    names = PARAMETER.findall(route)
    if route.startswith("scores/cell"):
        names = ["cell_id"]
    lists = [choices[name] for name in names]
    for place in range(max(map(len, lists), default=1)):
        values = iter([things[min(place, len(things) - 1)] for things in lists])
        yield PARAMETER.sub(lambda _, values=values: str(next(values)), route)


def _choices() -> dict[str, list[object]]:
    """What may stand in an address, by the parameter's name."""
    open_round = Round.objects.get(name=OPEN_ROUND)
    item = RoundItem.objects.filter(round=open_round).order_by("position").first()
    public = Task.objects.filter(split=Split.PUBLIC).order_by("uid").first()
    model = Response.objects.filter(task=public).values_list("model__model_id", flat=True).first()
    cell = Cell.objects.filter(response__task=public).order_by("id").first()
    person = Person.objects.order_by("id").first()
    invitation = Invitation.objects.order_by("id").first()
    return {
        "uid": [public.uid],
        "person_id": [person.pk],
        "invitation_id": [invitation.pk if invitation else 1],
        "token": ["none"],
        "name": [CLOSED_ROUND, OPEN_ROUND, *FrozenPanel.objects.values_list("name", flat=True)],
        "item": [item.pk],
        "task_id": [item.response.task_id],
        "number": [1],
        "judge_id": list(Judge.objects.order_by("judge_id").values_list("id", flat=True)[:2]),
        "ranking_id": list(PanelRanking.objects.order_by("-id").values_list("id", flat=True)[:1]),
        "cell_id": [cell.pk],
        "model_id": [model],
    }


def _routes(resolver: URLResolver, before: str = "") -> Iterator[str]:
    for entry in resolver.url_patterns:
        route = before + str(entry.pattern)
        if isinstance(entry, URLResolver):
            yield from _routes(entry, route)
        elif isinstance(entry, URLPattern):
            yield route
