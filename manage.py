#!/usr/bin/env python
"""Concord's commands: `manage.py help` lists them."""

import atexit
import gc
import os
import sys

# Loading makes more than a hundred thousand objects that stay. Python would look for cycles among them after
# every 700 new ones, and take them apart one by one at the end: together half of the time of a short command.
OBJECTS_BETWEEN_COLLECTIONS = 250_000


def main() -> None:
    """Run the command named on the command line; wrong settings get a sentence instead of a traceback."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)
    atexit.register(gc.freeze)  # what is frozen is left to the operating system
    try:
        from django.conf import settings
        from django.core.exceptions import ImproperlyConfigured
        from django.core.management import execute_from_command_line
    except ImportError as problem:
        sys.exit(
            f"Concord's requirements are not installed ({problem}). "
            "Run `make install`, then use .venv/bin/python."
        )
    try:
        settings.INSTALLED_APPS  # noqa: B018 - reading any setting loads them all
    except ImproperlyConfigured as problem:
        sys.exit(f"Concord cannot start: {problem}")
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
