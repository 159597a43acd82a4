"""One machine of two: its own database, the same tables, and then a freeze or the check of one.

    DATABASE_URL=... python -m tests.calibration.elsewhere FOLDER freeze|verify

FOLDER holds tasks.csv, responses.csv, labels.csv and votes.csv; the freeze writes panel.json there. The last
line of stdout is the JSON of the last command.
"""

import json
import os
import sys
from io import StringIO
from pathlib import Path

TABLES = {"tasks": {}, "responses": {}, "labels": {"round": "cal"}, "votes": {"round": "cal"}}


def main(folder: Path, what: str) -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import django
    from django.conf import settings

    from tests.settings import INSTALLED_APPS

    # Tables straight from the models, as in the tests themselves: seconds instead of a minute.
    settings.MIGRATION_MODULES = {name.rpartition(".")[2]: None for name in INSTALLED_APPS}
    django.setup()
    _call("migrate", run_syncdb=True, verbosity=0)
    for kind, options in TABLES.items():
        _call("import_table", kind, str(folder / f"{kind}.csv"), json=True, **options)
    if what == "freeze":
        ranking = json.loads(_call("rank_panels", "cal", "--draws", "500", json=True))
        _call("freeze_panel", str(ranking["ranking_id"]), "--out", str(folder / "panel.json"), json=True)
    print(_call("verify_panel", str(folder / "panel.json"), json=True))


def _call(name: str, *arguments: str, **options: object) -> str:
    from django.core.management import call_command

    out = StringIO()
    call_command(name, *arguments, stdout=out, **options)
    return out.getvalue().strip()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
