"""Change what a person set about themselves."""

from django.db import transaction

from annotation.base.record_audit import record_audit
from annotation.models import Person
from annotation.site.display import Display


@transaction.atomic
def change_account(
    *, person: Person, first_name: str, last_name: str, time_zone: str, country: str, display: Display
) -> Person:
    """Store the person's name, place and display settings. Display keys of other pages stay as they are.

    The audit row says only that the account changed: how someone reads is nobody else's business.
    """
    person = Person.objects.select_for_update().get(pk=person.pk)
    person.first_name, person.last_name = first_name, last_name
    person.time_zone, person.country = time_zone, country
    person.display = {**person.display, **display.as_json()}
    person.save(update_fields=["first_name", "last_name", "time_zone", "country", "display"])
    record_audit(actor=person, verb="change_account", target=person)
    return person
