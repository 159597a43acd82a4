"""Every address of the site, filled in with things that exist, so that a test can look at all of them.

A page added later is visited as soon as it stands in the resolver.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.converters import IntConverter

from annotation.models import Person
from config.api import API_URLCONF

_PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")
# Pages of libraries, which know nothing of labels; none of our tables is in the admin site (tested).
LIBRARIES = ("account/2fa/", "account/password/", "account/confirm-email/", "admin/")
# What differs between two visits of the same page and says nothing: tokens, ids of a form, times of day.
_PASSING = re.compile(
    r"""(?:csrfmiddlewaretoken"\ value=|X-CSRFToken"?:\ ?|data-csrf=|"csrf":\ )"?[\w&;"]+
    |[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}
    |\d{1,2}:\d{2}(?::\d{2})?""",
    re.VERBOSE,
)


@dataclass(frozen=True)
class Things:
    """What may stand in an address: by the parameter's name, else any number or any word."""

    named: Mapping[str, Sequence[object]] = field(default_factory=dict)
    numbers: Sequence[int] = ()
    words: Sequence[str] = ()

    def choices(self, name: str, is_number: bool) -> Sequence[object]:
        return self.named.get(name) or (self.numbers if is_number else self.words)


def every_address(things: Things) -> Iterator[str]:
    """All addresses of our own pages, each parameter filled with each thing that may stand there."""
    for route, pattern in _routes(get_resolver(API_URLCONF)):
        if re.sub(r"\W*\^", "/", route).startswith(LIBRARIES):
            continue
        assert "(?P" not in route, f"{route} cannot be visited: write it as a path"
        converters = pattern.pattern.converters
        names = _PARAMETER.findall(route)
        choices = [things.choices(name, isinstance(converters.get(name), IntConverter)) for name in names]
        for chosen in product(*choices):
            values = iter(chosen)
            yield "/" + _PARAMETER.sub(lambda _, values=values: str(next(values)), route)


def visit(person: Person, things: Things, *, also_htmx: bool = False) -> dict[str, str]:
    """What the person is answered at every address, without what passes; `also_htmx` asks for parts too."""
    client = Client(raise_request_exception=False)
    client.force_login(person)
    answers = {}
    for address in every_address(things):
        for headers in ({}, {"HX-Request": "true"})[: 1 + also_htmx]:
            response = client.get(address, headers=headers)
            body = b"".join(response) if response.streaming else response.content
            text = body.decode(errors="replace")
            key = f"{address} {'htmx' if headers else ''}"
            answers[key] = f"{response.status_code} {_PASSING.sub('', text)}"
    return answers


def _routes(resolver: URLResolver, before: str = "") -> Iterator[tuple[str, URLPattern]]:
    for found in resolver.url_patterns:
        route = before + str(found.pattern)
        if isinstance(found, URLResolver):
            yield from _routes(found, route)
        else:
            yield route, found
