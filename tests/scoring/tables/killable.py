"""A site of its own whose worker stops at a place where a test kills it.

    DATA_DIR=... DATABASE_URL=... python -m tests.scoring.tables.killable prepare FILE
    DATA_DIR=... DATABASE_URL=... python -m tests.scoring.tables.killable work PLACE

`prepare` makes the tables and stores FILE, a table of tasks, for the worker. `work` is the site's real
worker; when its job comes to PLACE (`reading`, `written`, `committed`, `nowhere`) it makes the file
DATA_DIR/PLACE and sleeps. Leases are short, so that nobody waits a minute for a successor.
"""

import os
import sys
import time
from datetime import timedelta
from pathlib import Path

LEASE_SECONDS, BEAT_SECONDS, LOOK_SECONDS = 1.0, 0.3, 0.2


def prepare(file: Path) -> None:
    """Tables straight from the models, an admin, and the job."""
    from django.conf import settings
    from django.core.management import call_command

    names = [name.rpartition(".")[2] for name in settings.INSTALLED_APPS]
    settings.MIGRATION_MODULES = dict.fromkeys(names)
    call_command("migrate", run_syncdb=True, verbosity=0)
    from annotation.models import Person
    from scoring.tables.import_jobs import start_import
    from scoring.tables.options import Wish

    admin = Person.objects.create_user("emre", "emre@example.org", None)
    start_import(
        kind="tasks", name=file.name, chunks=[file.read_bytes()], wish=Wish(split="public"), actor=admin
    )


def work(place: str) -> None:
    """The worker, as `serve` runs it."""
    from annotation.jobs import claim, run, tasks
    from config import worker
    from scoring.tables import import_file

    claim.LEASE, claim.BEAT_SECONDS = timedelta(seconds=LEASE_SECONDS), BEAT_SECONDS
    tasks.LOOK_SECONDS = LOOK_SECONDS
    stops = {
        "reading": (import_file, "read_source"),
        "written": (claim.Claim, "end"),
        "committed": (run, "remove_upload"),
    }
    if place in stops:
        tasks.remove_old_uploads = lambda: None  # the same worker's next look would tidy up at once
        setattr(*stops[place], lambda *args, **options: stop_at(place))
    worker.main()


def stop_at(place: str) -> None:
    """Say that the place is reached, and stay there."""
    (Path(os.environ["DATA_DIR"]) / place).touch()
    time.sleep(3600)


if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    import django

    django.setup()
    prepare(Path(sys.argv[2])) if sys.argv[1] == "prepare" else work(sys.argv[2])
