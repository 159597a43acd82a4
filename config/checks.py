"""What is asked of an installation beyond Django's own checks: by `check --deploy`, and before `migrate`."""

from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register

ONE_PROCESS = {
    "django.core.cache.backends.locmem.LocMemCache",
    "django.core.cache.backends.dummy.DummyCache",
}


@register(Tags.caches, deploy=True)
def check_cache_is_shared(**_: Any) -> list[CheckMessage]:
    """Warn when each server process would have a cache of its own, and so limits of its own."""
    if settings.CACHES["default"]["BACKEND"] not in ONE_PROCESS:
        return []
    return [
        Warning(
            "Every server process counts sign-in attempts and API requests by itself, so that the limits "
            "hold for each process and not for a person.",
            hint="Set CACHE_URL to a cache that all of them share, as in CACHE_URL=redis://localhost:6379/1",
            id="concord.W001",
        )
    ]


@register(Tags.security, deploy=True)
def check_mfa_keys_are_set(**_: Any) -> list[CheckMessage]:
    """Warn when secrets of second steps hang on SECRET_KEY, which is changed for other reasons."""
    if settings.MFA_KEYS:
        return []
    return [
        Warning(
            "The secrets of authenticator apps are encrypted with a key made from SECRET_KEY: changing that "
            "one locks out everybody with an app.",
            hint="Set MFA_KEYS to a key of its own and run rotate_mfa_keys; .env.example tells how.",
            id="concord.W002",
        )
    ]


@register(Tags.database)
def check_migrations_are_whole(databases: Iterable[str] | None = None, **_: Any) -> list[CheckMessage]:
    """Refuse to migrate a database that stopped before the last of the migrations which one has replaced.

    Django would leave that application out, and the tables it lacks would be noticed by whoever needs them.
    """
    from django.db import connections
    from django.db.migrations.loader import MigrationLoader
    from django.db.migrations.recorder import MigrationRecorder

    whole = {
        key: {key, *migration.replaces}
        for key, migration in MigrationLoader(None).disk_migrations.items()
        if migration.replaces
    }
    return [
        Error(
            f"The tables of {app} stopped at {max(applied)[1]}: the database “{database}” lacks "
            f"{', '.join(name for _, name in sorted(needed - applied))}, now part of {initial}.",
            hint="Migrate it first with the version of Concord that has these one by one. No row is lost.",
            id="concord.E001",
        )
        for database in databases or ()
        for recorded in [MigrationRecorder(connections[database]).applied_migrations()]
        for (app, initial), needed in whole.items()
        if (applied := needed & recorded.keys()) and applied != needed
    ]
