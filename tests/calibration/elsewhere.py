"""One machine of two: its own database, the same tables, and then a freeze or the check of one.

    DATABASE_URL=... python -m tests.calibration.elsewhere FOLDER freeze|verify

FOLDER holds tasks.csv, responses.csv, labels.csv and votes.csv. The freeze writes panel.json there; a check
freezes for itself too. The last line of stdout is the JSON of the last command, verify_panel.
"""

import json
import os
import sys
from io import StringIO
from pathlib import Path

TABLES: dict[str, dict[str, str]] = {
    "tasks": {},
    "responses": {},
    "labels": {"round": "cal"},
    "votes": {"round": "cal"},
}


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
        _record_what_no_table_brings()
    ranking = json.loads(_call("rank_panels", "cal", "--draws", "500", json=True))
    out = folder / ("panel.json" if what == "freeze" else "own.json")
    _call("freeze_panel", str(ranking["ranking_id"]), "--out", str(out), json=True)
    if what == "freeze":
        _export(folder)
    print(_call("verify_panel", str(folder / "panel.json"), json=True))


def _record_what_no_table_brings() -> None:
    """Here the judges were run, so their parameters and the text of their prompt are known."""
    from annotation.models import Label
    from calibration.models import Judge, JudgePrompt
    from tests.calibration.builders import sha256

    Judge.objects.update(provider="maker/model", decoding={"temperature": 0})
    JudgePrompt.objects.update(text="Judge it.", sha256=sha256("Judge it."))
    rater, unit = Label.objects.values_list("rater", "item").first()
    Label.objects.filter(rater=rater, item=unit).update(value="cannot_judge")


def _export(folder: Path) -> None:
    """What the other machine gets is what was exported here."""
    for kind, options in TABLES.items():
        _call("export_table", kind, str(folder / f"{kind}.csv"), json=True, **options)


def _call(name: str, *arguments: str, **options: object) -> str:
    from django.core.management import call_command

    out = StringIO()
    call_command(name, *arguments, stdout=out, **options)
    return out.getvalue().strip()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
