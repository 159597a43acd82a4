"""Choose the single keys of the labelling page."""

from collections.abc import Mapping

from django.db import transaction

from annotation.base.record_audit import record_audit
from annotation.base.refusals import UnusableError
from annotation.models import Person
from annotation.site.shortcuts import key_problems


@transaction.atomic
def choose_keys(*, person: Person, keys: Mapping[str, str], are_on: bool) -> Person:
    """Store the person's keys by act, and whether single keys work at all (WCAG 2.1.4)."""
    problems = key_problems(keys)
    if problems:
        raise UnusableError(" ".join(problems.values()))
    person = Person.objects.select_for_update().get(pk=person.pk)
    person.display = {**person.display, "keys": dict(keys), "shortcuts": are_on}
    person.save(update_fields=["display"])
    record_audit(actor=person, verb="choose_keys", target=person)
    return person
