"""`--database-only`: run what reaches the test database, and leave out what no database can change."""

import pytest

DATABASE_FIXTURES = {"db", "transactional_db", "django_db_setup", "live_server"}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--database-only", action="store_true", help="run only tests that use the test database")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect tests without the database; they have passed already, in the run without this option."""
    if not config.getoption("--database-only"):
        return
    left_out = [item for item in items if not _uses_database(item)]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if _uses_database(item)]


def _uses_database(item: pytest.Item) -> bool:
    by_fixture = DATABASE_FIXTURES.intersection(getattr(item, "fixturenames", ()))
    return bool(by_fixture) or item.get_closest_marker("django_db") is not None
