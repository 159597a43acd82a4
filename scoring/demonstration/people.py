"""The people of the demo. Their password is public, so they exist only where a demo was asked for."""

from annotation.demo.people import DEMO_PASSWORD, DEMO_PEOPLE
from annotation.models import Person, RoleGrant


def demo_people() -> dict[str, Person]:
    """The demo's people by username, made on the first call; a password someone changed is left alone."""
    people = {}
    for entry in DEMO_PEOPLE:
        person, is_new = Person.objects.get_or_create(
            username=entry.username,
            defaults={"first_name": entry.name, "last_name": "(synthetic)", "email": entry.email},
        )
        if is_new:
            person.set_password(DEMO_PASSWORD)
            person.save()
            RoleGrant.objects.bulk_create(RoleGrant(person=person, role=role) for role in entry.roles)
        people[entry.username] = person
    return people
