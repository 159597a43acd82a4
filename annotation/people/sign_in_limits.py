"""How often a password may be wrong: by address, by account from there, by account, or by known browser.

A user name and an email address of one person count as one account. Whoever guesses elsewhere uses up the
limit of their own address; a browser in which the person has signed in before has a limit of its own, and so
has a browser that came by a mailed link. Rates: SIGN_IN_LIMITS, in allauth's words.
"""

from collections.abc import Callable
from functools import partial

from allauth.core.internal import ratelimit
from django.conf import settings
from django.db.models import Q
from django.http import HttpRequest

from annotation.models import Person
from annotation.people.devices import Device, device_of

APP = "concord.sign_in"


def account_named(name: str) -> Person | None:
    """The person who signs in with this email address, else with this user name.

    An address counts once it is confirmed: anybody can enter another's.
    """
    if not name or "\0" in name:
        return None
    confirmed = Q(emailaddress__email__iexact=name, emailaddress__verified=True)
    by_address = Person.objects.filter(Q(email__iexact=name) | confirmed).order_by("pk").first()
    return by_address or Person.objects.filter(username__iexact=name).order_by("pk").first()


def count_attempt(request: HttpRequest, name: str) -> Callable[[], None] | None:
    """Count an attempt to sign in as `name` before its password is looked at.

    Returns what takes the count back, to be called when the password was right; None when there were too
    many.
    """
    used = []
    for limit, key in _limits(request, account_named(name), name):
        usage = ratelimit.consume(
            request, app=APP, action=limit, config=settings.SIGN_IN_LIMITS, key=key, limit_get=True
        )
        if usage is None:
            return None
        used.append(usage)
    return partial(_take_back, used)


def forget_attempts(request: HttpRequest, person: Person) -> None:
    """Begin anew for the person, here, after they proved by a mailed link who they are."""
    for limit, key in _limits_of_strangers(request, f"person-{person.pk}"):
        if limit != "address":
            ratelimit.clear(request, app=APP, action=limit, config=settings.SIGN_IN_LIMITS, key=key)


def _limits(request: HttpRequest, person: Person | None, name: str) -> list[tuple[str, str]]:
    """(limit, key) of each count that holds for this attempt."""
    device: Device = device_of(request)
    if person is not None and device.knows(person):
        return [("device", f"{device.name}:{person.pk}")]
    return _limits_of_strangers(request, f"person-{person.pk}" if person else f"name-{name.lower()}")


def _limits_of_strangers(request: HttpRequest, account: str) -> list[tuple[str, str]]:
    here = ratelimit.get_ip(request)
    return [("address", here), ("account_from_address", f"{here}:{account}"), ("account", account)]


def _take_back(used: list[ratelimit.RateLimitUsage]) -> None:
    for usage in used:
        usage.rollback()
