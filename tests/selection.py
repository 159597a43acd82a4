"""Which tests run on which database, and in which order.

Everything runs on SQLite. On PostgreSQL run the files marked `both_databases`: those about what can differ
there, which is

- locks, and people at once: `select_for_update`, threads, `transaction=True`
- rules that the database holds: constraints, their order, `IntegrityError`
- rows in bulk (COPY), SQL of our own, migrations
- how many queries a page takes
- imports and exports: what goes in comes out, byte for byte, in the same order of text and JSON

A browser adds nothing to these. So that nobody forgets the mark, a file that shows one of the signs below and
lacks it stops the run.
"""

import inspect
import re
from collections import defaultdict
from collections.abc import Iterable
from types import ModuleType

import pytest

SIGNS = {
    "works with threads": r"\bthreading\b|ThreadPoolExecutor",
    "commits": r"transaction=True|\btransactional_db\b|on_commit",
    "breaks a rule of the database": r"\bIntegrityError\b",
    "locks rows": r"select_for_update",
    "speaks SQL": r"connection\.(cursor|vendor|execute)|RunSQL",
    "counts queries": r"assert_num_queries|assert_max_num_queries|CaptureQueriesContext|assertNumQueries",
    "runs a migration": r"MigrationExecutor|\.migrations\b",
    "imports or exports a table": r"\"(import|export)_table\"|\b(import|export)_[a-z]+\(",
}
MARK = "both_databases"
DATABASE_FIXTURES = {"db", "transactional_db", "django_db_setup"}
# What these start takes long; begun last, it would leave every other core idle at the end of the run.
FIRST = {"chromium_path", "prepared_folder", "postgres_url", "redis_url"}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--both-databases", action="store_true", help=f"only what uses a database and is marked {MARK}"
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Stop at a missing mark, leave out what the option leaves out, and put first what takes longest."""
    if unmarked := list(_lacking(items)):
        raise pytest.UsageError(
            f"Mark with pytest.mark.{MARK}, see tests/selection.py: " + "; ".join(unmarked)
        )
    if config.getoption("--both-databases"):
        left_out = [item for item in items if not (_is_marked(item) and _uses_database(item))]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if _is_marked(item) and _uses_database(item)]
    first = {item.path for item in items if FIRST.intersection(getattr(item, "fixturenames", ()))}
    items.sort(key=lambda item: item.path not in first)


def _is_marked(item: pytest.Item) -> bool:
    return item.get_closest_marker(MARK) is not None


def _uses_database(item: pytest.Item) -> bool:
    by_fixture = DATABASE_FIXTURES.intersection(getattr(item, "fixturenames", ()))
    return bool(by_fixture) or item.get_closest_marker("django_db") is not None


def _lacking(items: Iterable[pytest.Item]) -> Iterable[str]:
    """A sentence for each file that shows a sign, uses the database, and has no test with the mark."""
    by_file: dict[ModuleType, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if _uses_database(item):
            by_file[item.module].append(item)
    for module, own in by_file.items():
        if not any(_is_marked(item) or item.get_closest_marker("browser") for item in own):
            source = inspect.getsource(module)
            signs = [sign for sign, pattern in SIGNS.items() if re.search(pattern, source)]
            if signs:
                yield f"{own[0].nodeid.partition('::')[0]} ({', '.join(signs)})"
