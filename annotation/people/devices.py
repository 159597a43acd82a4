"""Browsers in which a person has signed in before, known by a signed cookie.

A known browser is counted by itself when passwords are guessed, so that a stranger who guesses elsewhere, or
on the same network, cannot keep its person out. The cookie opens nothing.
"""

import secrets
from collections.abc import Callable
from dataclasses import dataclass

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

from annotation.models import Person

COOKIE = "concord_device"
SALT = "concord.device"
YEAR_IN_SECONDS = 365 * 24 * 60 * 60
MOST_PEOPLE = 10  # on one computer; the one who came first is forgotten first


@dataclass(frozen=True)
class Device:
    """A browser: a random name, and the primary keys of those who signed in there."""

    name: str
    people: tuple[int, ...] = ()

    def knows(self, person: Person | None) -> bool:
        return person is not None and person.pk in self.people

    def with_person(self, person: Person) -> "Device":
        others = tuple(pk for pk in self.people if pk != person.pk)
        return Device(self.name, (*others, person.pk)[-MOST_PEOPLE:])


def device_of(request: HttpRequest) -> Device:
    """The browser that asks; a new one where it brings no cookie of ours."""
    try:
        content = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=YEAR_IN_SECONDS)
        return Device(content["name"], tuple(content["people"]))
    except (signing.BadSignature, KeyError, TypeError):
        return Device(secrets.token_urlsafe(12))


def remember_device(request: HttpRequest, person: Person) -> None:
    """Let the browser be known as the person's from now on; the middleware sends the cookie."""
    request.signed_in_here = person


class DeviceMiddleware:
    """Sends the cookie to a browser in which somebody has just signed in, or come by a mailed link."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        person = getattr(request, "signed_in_here", None)
        if person is not None:
            device = device_of(request).with_person(person)
            response.set_cookie(
                COOKIE,
                signing.dumps({"name": device.name, "people": device.people}, salt=SALT),
                max_age=YEAR_IN_SECONDS,
                secure=settings.SESSION_COOKIE_SECURE,
                httponly=True,
                samesite="Lax",
            )
        return response
