"""The services as fixtures. What the machine lacks skips a test, and fails it when CI is set."""

import contextlib
import os
from collections.abc import Iterator

import pytest

from tests.services import MissingServiceError
from tests.services.chromium import find_chromium
from tests.services.node import find_node
from tests.services.postgres import running_postgres
from tests.services.redis import running_redis


@contextlib.contextmanager
def skip_what_is_missing() -> Iterator[None]:
    """Turn a MissingServiceError into a skip with its sentence; under CI, into a failure."""
    try:
        yield
    except MissingServiceError as missing:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(str(missing))


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """The DATABASE_URL of a throw-away PostgreSQL, for tests about PostgreSQL itself."""
    with skip_what_is_missing(), running_postgres() as url:
        yield url


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """The CELERY_BROKER_URL of a throw-away Redis."""
    with skip_what_is_missing(), running_redis() as url:
        yield url


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """The machine's Chromium."""
    with skip_what_is_missing():
        return find_chromium()


@pytest.fixture(scope="session")
def node_path() -> str:
    """A Node, for tests of scripts that need no page."""
    with skip_what_is_missing():
        return find_node()
