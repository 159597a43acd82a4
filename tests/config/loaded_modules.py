"""A program that says which heavy modules are loaded once something was done: JSON, by what was done.

Each thing is done in a fork of one process in which Django is set up, as every command finds it. It takes a
folder, whose database is migrated.
"""

import io
import json
import os
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from wsgiref.util import setup_testing_defaults

HEAVY = (
    "celery",
    "drf_spectacular.generators",
    "fido2",
    "krippendorff",
    "kombu",
    "litellm",
    "markdown_it",
    "marshmallow",
    "numpy",
    "pandas",
    "psycopg",
    "pyarrow",
    "requests",
    "rest_framework",
    "scipy",
)
OURS = ("annotation", "calibration", "scoring", "config")


def loaded_after(action: Callable[..., object], *words: object) -> list[str]:
    """Do it in a fork, and return which of HEAVY are loaded there."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        action(*words)
        os.write(writer, json.dumps([name for name in HEAVY if name in sys.modules]).encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as answer:
        words = answer.read()
    os.waitpid(child, 0)
    return json.loads(words)


def help_of(application: str, name: str) -> None:
    """What `manage.py NAME --help` does before it prints."""
    from django.core.management import load_command_class

    load_command_class(application, name).create_parser("manage.py", name)


def get(path: str) -> None:
    """Ask the web server for a page."""
    from config.wsgi import application

    environ = {"PATH_INFO": path, "wsgi.input": io.BytesIO(), "HTTP_HOST": "localhost"}
    setup_testing_defaults(environ)
    statuses: list[str] = []
    b"".join(application(environ, lambda status, headers: statuses.append(status)))
    assert statuses[0][0] in "24", f"{path} answered {statuses[0]}"


def run(*words: object) -> None:
    """Run a command to its end, without what it prints."""
    from django.core.management import call_command

    call_command(*map(str, words), stdout=io.StringIO())


def main(folder: Path) -> None:
    """Print everything."""
    import django
    from django.core.management import get_commands

    django.setup()
    found = {f"{name} --help": loaded_after(help_of, app, name) for name, app in ours(get_commands())}
    found["check"] = loaded_after(run, "check")
    found["sign-in page"] = loaded_after(get, "/account/login/")
    found["API"] = loaded_after(get, "/api/rounds/")
    found["schema of the API"] = loaded_after(get, "/api/schema/")
    found["export_table"] = loaded_after(run, "export_table", "tasks", folder / "tasks.csv")
    found["recompute_cells"] = loaded_after(run, "recompute_cells")
    found["tasks for a worker"] = loaded_after(import_module, "calibration.rankings.tasks")
    print(json.dumps(found))


def ours(commands: dict[str, str]) -> list[tuple[str, str]]:
    """Our own commands with the application of each."""
    return [(name, application) for name, application in commands.items() if application in OURS]


if __name__ == "__main__":
    main(Path(sys.argv[1]))
