"""From DATABASE_URL to Django's database settings."""

from typing import Any
from urllib.parse import urlsplit

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

# Eight writers at once gave no "database is locked" with these; Django's defaults lost most transactions.
SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": (
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; "
        "PRAGMA busy_timeout=20000; PRAGMA foreign_keys=ON;"
    ),
}
POOL_OPTIONS = {"min_size": 1, "max_size": 16, "timeout": 20}
WAYS_TO_WRITE_IT = (
    "Write postgresql://user:password@host:5432/name, postgresql://user@%2Ffolder%2Fof%2Fsocket/name "
    "or sqlite:////absolute/path.sqlite3."
)


def database_from_url(url: str, pool: bool = True) -> dict[str, Any]:
    """Return the settings of the database at `url`, with the options that concurrent work needs.

    `pool` keeps PostgreSQL connections open between requests; SQLite has no use for it. A socket folder may
    stand as the host (`%2Fvar%2Frun%2Fpostgresql`) or as `?host=/var/run/postgresql`: both become HOST.
    Raises ImproperlyConfigured with a sentence for a database that Concord does not work with.
    """
    scheme = urlsplit(url).scheme
    try:
        settings: dict[str, Any] = dict(dj_database_url.parse(url))
    except (ValueError, KeyError) as problem:
        raise ImproperlyConfigured(f"DATABASE_URL cannot be read. {WAYS_TO_WRITE_IT}") from problem
    options = dict(settings.get("OPTIONS") or {})
    if scheme == "sqlite":
        return settings | {"OPTIONS": SQLITE_OPTIONS | options}
    if scheme not in ("postgres", "postgresql"):
        raise ImproperlyConfigured(f"DATABASE_URL names the database “{scheme}”. {WAYS_TO_WRITE_IT}")
    if "host" in options:
        settings["HOST"] = options.pop("host")
    if "port" in options:
        settings["PORT"] = options.pop("port")
    if not settings["NAME"]:
        raise ImproperlyConfigured(f"DATABASE_URL names no database. {WAYS_TO_WRITE_IT}")
    if pool:
        options["pool"] = dict(POOL_OPTIONS)
    return settings | {"OPTIONS": options}
