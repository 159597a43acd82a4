"""What the environment and the .env file set, read as the types that settings need; DATABASE_URL among it.

A value that cannot be read raises ImproperlyConfigured, whose sentence names the variable.
"""

import base64
import json
import logging
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import dj_database_url
import dj_email_url
import django_cache_url
from django.core.exceptions import ImproperlyConfigured

BOOLEANS = {
    **dict.fromkeys(("t", "true", "on", "y", "yes", "1"), True),
    **dict.fromkeys(("f", "false", "off", "n", "no", "0"), False),
}
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


class Environment:
    """The variables of the process, and those of a file for what the process does not set.

    Each reader takes the variable's name and the value for when it is not set, which is returned as it is.
    """

    def __init__(self, variables: Mapping[str, str], file: Path | None = None) -> None:
        self.values = {**(_variables_in(file) if file else {}), **variables}

    def text(self, name: str, default: str) -> str:
        """Return the text as it stands."""
        return self.values.get(name, default)

    def texts(self, name: str, default: list[str], separator: str = ",") -> list[str]:
        """Return the texts between the separators; an empty value holds none."""
        return self._read(name, default, lambda value: value.split(separator) if value else [], "list")

    def boolean(self, name: str, default: bool) -> bool:
        """Return what `true`, `yes`, `on` or `1` and their opposites say."""
        return self._read(name, default, lambda value: BOOLEANS[value.lower()], "boolean")

    def integer(self, name: str, default: int) -> int:
        """Return a whole number."""
        return self._read(name, default, int, "integer")

    def json(self, name: str, default: Any) -> Any:
        """Return what the JSON holds."""
        return self._read(name, default, json.loads, "JSON")

    def log_level(self, name: str, default: str) -> int | str:
        """Return a level of the standard library, which may be named in either case or be a number."""
        return self._read(name, default, _log_level, "log level")

    def cache(self, name: str, default: str) -> dict[str, Any]:
        """Return the settings of the cache at a URL, which the default is too."""
        url = self.text(name, default)
        try:
            return dict(django_cache_url.parse(url))
        except Exception as problem:  # the library raises nothing narrower for an unknown scheme
            raise ImproperlyConfigured(f'Environment variable "{name}" invalid: {problem}') from problem

    def email(self, name: str, default: str) -> dict[str, Any]:
        """Return Django's EMAIL_ settings for the server at a URL, which the default is too."""
        try:
            settings = dj_email_url.parse(self.text(name, default))
        except ValueError:
            settings = {}
        if "EMAIL_BACKEND" not in settings:
            raise ImproperlyConfigured(
                f"{name} cannot be read. Write submission://user:password@host:587 or console:"
            )
        return dict(settings)

    def words(self, name: str, default: list[str], among: Sequence[str]) -> list[str]:
        """Return the words between commas, each of which must be known; an empty value holds none."""
        words = [word.strip() for word in self.texts(name, default) if word.strip()]
        if unknown := sorted(set(words) - set(among)):
            raise ImproperlyConfigured(
                f"{name} names {', '.join(unknown)}. Choose among {', '.join(among)}, with commas between."
            )
        return words

    def fernet_keys(self, name: str) -> list[str]:
        """Return the keys between commas, newest first; each is 32 bytes in URL-safe base64."""
        keys = [key.strip() for key in self.texts(name, []) if key.strip()]
        if not all(_is_fernet_key(key) for key in keys):
            raise ImproperlyConfigured(
                f"{name} holds something that is no key. Make one with: python -c "
                '"from cryptography.fernet import Fernet; print(Fernet.generate_key().decode())"'
            )
        return keys

    def _read(self, name: str, default: Any, read: Callable[[str], Any], kind: str) -> Any:
        if name not in self.values:
            return default
        try:
            return read(self.values[name])
        except (ValueError, KeyError):
            article = "" if kind == "JSON" else "a "
            raise ImproperlyConfigured(
                f'Environment variable "{name}" invalid: Not {article}valid {kind}.'
            ) from None


def _is_fernet_key(key: str) -> bool:
    try:
        return len(base64.urlsafe_b64decode(key)) == 32
    except ValueError:
        return False


def _variables_in(file: Path) -> dict[str, str]:
    if not file.exists():
        return {}
    from dotenv.main import dotenv_values  # here, because most processes find no file

    return {name: value for name, value in dotenv_values(file).items() if value is not None}


def _log_level(value: str) -> int:
    return int(value) if value.strip().isdigit() else logging.getLevelNamesMapping()[value.upper()]


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
