"""Every column that says who somebody is, and what stands there once the person is pseudonymised.

A table or a text that names people gets its line here. The test that looks through every text and JSON column
of every model fails for a name that is found elsewhere.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.hashers import make_password
from django.contrib.sessions.models import Session
from django.db.models import Model, Q
from django.db.models.functions import Lower
from django.utils import timezone

from annotation.models import Invitation, Person

PSEUDONYM_HOST = "pseudonym.invalid"  # a reserved name: no mail can ever go there


@dataclass(frozen=True)
class PersonalColumns:
    """The columns of a model that name a person.

    rows: which rows are a person's, by the person and all their addresses in small letters. values: what
    takes the columns' place, by the person; without any the rows are deleted.
    """

    model: type[Model]
    columns: tuple[str, ...]
    rows: Callable[[Person, Collection[str]], Q]
    values: Mapping[str, Callable[[Person], Any]] = field(default_factory=dict)


def pseudonymous_address(person: Person) -> str:
    """An address that says no more than the pseudonym."""
    return f"{person.pseudonym.lower()}@{PSEUDONYM_HOST}"


def _own(person: Person, addresses: Collection[str]) -> Q:
    return Q(user=person)


def _sessions(person: Person, addresses: Collection[str]) -> Q:
    """A session holds the name that was typed at sign-in, in a form that only reading it tells."""
    now = Session.objects.filter(expire_date__gt=timezone.now())
    own = str(person.pk)
    return Q(pk__in=[row.pk for row in now.iterator() if row.get_decoded().get(SESSION_KEY) == own])


PERSONAL_COLUMNS = (
    PersonalColumns(
        Person,
        ("username", "first_name", "last_name", "email", "country", "time_zone", "display", "password"),
        lambda person, addresses: Q(pk=person.pk),
        {
            "username": lambda person: person.pseudonym,
            "first_name": lambda person: "",
            "last_name": lambda person: "",
            "email": pseudonymous_address,
            "country": lambda person: "",
            "time_zone": lambda person: "UTC",
            "display": lambda person: {},
            "password": lambda person: make_password(None),
        },
    ),
    PersonalColumns(EmailAddress, ("email",), _own),
    PersonalColumns(Authenticator, ("data",), _own),
    PersonalColumns(UserSession, ("ip", "user_agent", "session_key", "data"), _own),
    PersonalColumns(Session, ("session_data",), _sessions),
    PersonalColumns(
        Invitation,
        ("email",),
        lambda person, addresses: Q(person=person) | Q(pk__in=_invited_as(addresses)),
        {"email": pseudonymous_address},
    ),
)


def erase_personal_columns(person: Person) -> None:
    """Put the pseudonym, or nothing, where something says who the person is. Cannot be undone."""
    addresses = addresses_of(person)
    for personal in PERSONAL_COLUMNS:
        rows = personal.model._default_manager.filter(personal.rows(person, addresses))
        if personal.values:
            rows.update(**{name: value(person) for name, value in personal.values.items()})
        else:
            rows.delete()


def addresses_of(person: Person) -> set[str]:
    """Every address known to be theirs, in small letters."""
    invited = Invitation.objects.filter(person=person).values_list("email", flat=True)
    confirmed = EmailAddress.objects.filter(user=person).values_list("email", flat=True)
    return {address.lower() for address in (person.email, *invited, *confirmed) if address}


def _invited_as(addresses: Collection[str]) -> list[int]:
    invitations = Invitation.objects.alias(address=Lower("email")).filter(address__in=addresses)
    return list(invitations.values_list("pk", flat=True))
