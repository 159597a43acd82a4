"""The fixed cast: three clinicians, an author, an admin, a viewer, and an outsider with no role at all."""

from dataclasses import dataclass

import pytest

from annotation.models import Person, Role, RoleGrant
from tests.made_once import made_once

PASSWORD = "a quiet room with tea"


@dataclass(frozen=True)
class Cast:
    """The people of the tests. `clinicians` are in the order of rater_1, rater_2, rater_3.

    They let conversations open at once; tests about content notes ask for the note first.
    """

    clinicians: tuple[Person, Person, Person]
    author: Person
    admin: Person
    viewer: Person
    outsider: Person


def make_person(username: str, *roles: Role, note_first: bool = True) -> Person:
    """Create a person with the cast's password, an address and the given roles."""
    display = {} if note_first else {"note_first": False}
    person = Person.objects.create_user(username, f"{username}@example.org", PASSWORD, display=display)
    RoleGrant.objects.bulk_create(RoleGrant(person=person, role=role) for role in roles)
    return person


@pytest.fixture
def cast(db: None) -> Cast:
    """Return the fixed cast, fresh in the test's database."""
    return made_once("cast", _make_cast)


def _make_cast() -> Cast:
    return Cast(
        clinicians=(
            make_person("asha", Role.CLINICIAN, note_first=False),
            make_person("bela", Role.CLINICIAN, note_first=False),
            make_person("carmen", Role.CLINICIAN, note_first=False),
        ),
        author=make_person("dewi", Role.AUTHOR),
        admin=make_person("emre", Role.ADMIN),
        viewer=make_person("farah", Role.VIEWER),
        outsider=make_person("gus"),
    )
