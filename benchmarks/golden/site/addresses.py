"""Which addresses there are: by the resolver, by links, and with values that pages have shown."""

import re
from collections.abc import Iterable, Iterator
from html import unescape
from typing import Any
from urllib.parse import urlsplit

from django.urls import Resolver404, URLPattern, URLResolver, get_resolver, resolve

PARAMETER = re.compile(r"<(?:(\w+):)?(\w+)>")
IN_PAGE = re.compile(r'="(/[^"]*)"')
RELATIVE = re.compile(r'="(\?[^"]*)"')
NOBODY = {"int": "999999"}
# What stands in the addresses of programs is shown by the pages for people.
SHOWN_BY = {"api": "label"}
LIKE_EACH_OTHER = 12


def routes(resolver: URLResolver | None = None, before: str = "") -> Iterator[tuple[str, URLPattern]]:
    """Every pattern of the site, with its whole route."""
    for found in (resolver or get_resolver()).url_patterns:
        route = before + str(found.pattern)
        if isinstance(found, URLResolver):
            yield from routes(found, route)
        else:
            yield route, found


def links(address: str, text: str) -> Iterator[str]:
    """Addresses of this site that a page names, in its order, without fragments."""
    path = urlsplit(address).path
    named = [unescape(found) for found in IN_PAGE.findall(text)]
    named += [path + unescape(found) for found in RELATIVE.findall(text)]
    for found in named:
        whole = found.split("#")[0]
        if not whole.startswith(("//", "/static/")):
            yield whole


class Atlas:
    """The addresses met so far, by route; of those that are much alike only the first few."""

    def __init__(self) -> None:
        self.by_route: dict[str, list[str]] = {}
        self.values: dict[str, list[dict[str, Any]]] = {}
        self._alike: dict[tuple[str, ...], int] = {}
        self._known: set[str] = set()

    def add(self, address: str) -> bool:
        """Whether the address is new and worth a visit."""
        if address in self._known:
            return False
        self._known.add(address)
        parts = urlsplit(address)
        try:
            match = resolve(parts.path)
        except Resolver404:
            return False
        names = sorted(pair.split("=")[0] for pair in parts.query.split("&") if pair)
        kind = (match.route, *names)
        self._alike[kind] = self._alike.get(kind, 0) + 1
        if self._alike[kind] > LIKE_EACH_OTHER:
            return False
        if not names:
            self.by_route.setdefault(match.route, []).append(address)
            self.values.setdefault(_first(match.route), []).append(match.kwargs)
        return True

    def samples(self, route: str, at_most: int) -> list[str]:
        """Some addresses of a route: those met, else those its parameters' values give; and one of nobody."""
        parameters = PARAMETER.findall(route)
        if "(" in route or route.endswith("$"):
            return self.by_route.get(route, [])[:at_most]
        if not parameters:
            return [f"/{route}"]
        met = list(self.by_route.get(route, []))
        met += [address for address in self._filled(route, parameters) if address not in met]
        nobody = {name: NOBODY.get(kind, "nobody") for kind, name in parameters}
        return [*met[:at_most], _fill(route, nobody)]

    def _filled(self, route: str, parameters: Iterable[tuple[str, str]]) -> list[str]:
        names = {name for _, name in parameters}
        first = _first(route)
        values = self.values.get(SHOWN_BY.get(first, first), [])
        return list(dict.fromkeys(_fill(route, one) for one in values if names <= one.keys()))


def _first(route: str) -> str:
    return route.split("/")[0]


def _fill(route: str, values: dict[str, Any]) -> str:
    return "/" + PARAMETER.sub(lambda found: str(values[found[2]]), route)
