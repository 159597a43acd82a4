"""python -m benchmarks.labelling.prepare FOLDER ROUNDS: a corpus, and open rounds of three clinicians each.

Prints {"password", "people": [{"username", "round"}]}.
"""

import json
import os
import sys
from pathlib import Path

import django

ITEMS, PUBLIC_TASKS, MODELS = 60, 40, 2
PASSWORD = "thirty cups of tea"


def main(folder: Path, n_rounds: int) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    size = ["--tasks", 2 * PUBLIC_TASKS, "--models", MODELS, "--attempts", 1, "--calibration-tasks", 1]
    quiet = open(os.devnull, "w")  # noqa: SIM115 - until this program ends
    call_command("make_corpus", folder, *map(str, size), stdout=quiet)
    call_command("import_table", "tasks", folder / "public_tasks.csv", "--split", "public", stdout=quiet)
    call_command("import_table", "responses", folder / "responses.jsonl", stdout=quiet)
    people = [row for number in range(1, n_rounds + 1) for row in make_round(number)]
    print(json.dumps({"password": PASSWORD, "people": people}))


def make_round(number: int) -> list[dict[str, str]]:
    """An open round with three clinicians of its own; all rounds hold the same responses."""
    from django.contrib.auth.hashers import make_password

    from annotation.models import Person, Response, Role, RoleGrant
    from annotation.rounds.open_and_close import create_round, open_round

    password = make_password(PASSWORD)
    names = [f"clinician-{3 * number - 2 + seat:02d}" for seat in range(3)]
    raters = [Person.objects.create(username=name, password=password) for name in names]
    RoleGrant.objects.bulk_create(RoleGrant(person=rater, role=Role.CLINICIAN) for rater in raters)
    responses = list(Response.objects.order_by("id")[:ITEMS])
    round = create_round(
        actor=None, name=f"load-{number:02d}", responses=responses, raters=raters, seed=number
    )
    open_round(actor=None, round=round)
    return [{"username": name, "round": round.name} for name in names]


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
