#!/usr/bin/env python
"""Concord's commands: `manage.py help` lists them."""

import os
import sys


def main() -> None:
    """Run the command named on the command line; wrong settings get a sentence instead of a traceback."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
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
