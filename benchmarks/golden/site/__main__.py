"""The process that asks for the pages: `-m benchmarks.golden.site FOLDER`, started by steady.py."""

import sys
from pathlib import Path

import django
from django.conf import settings


def main(folder: Path) -> None:
    """Write pages and acts into `folder`, from the database that the settings name."""
    django.setup()
    settings.DEBUG = False  # the site's own pages for what is not there
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"

    from benchmarks.golden.site.acts import write_acts
    from benchmarks.golden.site.pages import write_pages

    write_pages(folder)
    write_acts(folder)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
