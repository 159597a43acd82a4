"""A throw-away database of each kind, as the environment of the programs that use it."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from tests.services.postgres import running_postgres

IN_PRODUCTION = {
    "DEBUG": "false",
    "SECRET_KEY": "only-for-benchmarks-" + "x" * 50,
    "ALLOWED_HOSTS": "127.0.0.1",
    "TRUSTED_PROXY_COUNT": "1",
    "CELERY_BROKER_URL": "memory://",
}


def on_sqlite(folder: Path) -> dict[str, str]:
    """Nothing set, as `make run` has it; all data in `folder`."""
    return _environment(folder)


@contextlib.contextmanager
def on_postgres(folder: Path) -> Iterator[dict[str, str]]:
    """Set up for production, on a PostgreSQL that flushes to disk. Raises MissingServiceError without one."""
    with running_postgres(durable=True) as url:
        yield _environment(folder, DATABASE_URL=url, **IN_PRODUCTION)


def _environment(folder: Path, **settings: str) -> dict[str, str]:
    folder.mkdir(parents=True, exist_ok=True)
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return {**kept, "ENV_FILE": os.devnull, "DATA_DIR": str(folder), **settings}
