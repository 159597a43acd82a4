"""python -m benchmarks.pages.prepare: people of each kind and an open round, in a database of the whole job.

Prints {"admin": name, "viewer": name, "clinician": name}. Safe to repeat.
"""

import json
import os

import django

NAMES = {"admin": "bench-admin", "viewer": "bench-viewer", "author": "bench-author"}
CLINICIANS = ("bench-clinician-1", "bench-clinician-2", "bench-clinician-3")
OPEN_ROUND, ITEMS = "bench-open", 300


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    people = {role: _person(name, role) for role, name in NAMES.items()}
    clinicians = [_person(name, "clinician") for name in CLINICIANS]
    _open_round(people["admin"], clinicians)
    _give_stamps()
    print(json.dumps({**NAMES, "clinician": CLINICIANS[0]}))


def _person(name, role):
    from annotation.models import Person, RoleGrant

    person, _ = Person.objects.get_or_create(username=name, defaults={"email": f"{name}@example.org"})
    RoleGrant.objects.get_or_create(person=person, role=role)
    return person


def _open_round(admin, clinicians) -> None:
    """A round under way with as many responses as the calibration, so that its pages have their full size."""
    from annotation.models import Response, Round, Split
    from annotation.rounds.open_and_close import create_round, open_round

    if Round.objects.filter(name=OPEN_ROUND).exists():
        return
    responses = list(Response.objects.filter(task__split=Split.PUBLIC).order_by("id")[:ITEMS])
    round = create_round(actor=admin, name=OPEN_ROUND, responses=responses, raters=clinicians)
    open_round(actor=admin, round=round)


def _give_stamps() -> None:
    """As the worker does when it starts, for a database that was filled by an earlier version."""
    import calibration.rankings.tasks
    import scoring.tasks

    calibration.rankings.tasks.give_missing_stamps()
    scoring.tasks.give_missing_stamps()


if __name__ == "__main__":
    main()
