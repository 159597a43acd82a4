"""After a test that commits, empty the tables that hold rows.

Django empties all of them and then writes permissions and content types anew, at a tenth of a second;
no test here depends on their being new.
"""

from collections.abc import Iterator

import pytest
from django.db import connection
from django.test import TransactionTestCase

from annotation.base.history_guard import history_unguarded
from tests.rows import models_with_rows


@pytest.fixture(scope="session", autouse=True)
def quick_emptying() -> Iterator[None]:
    """Let every test that commits be followed by `empty_tables`."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", lambda test: empty_tables())
        yield


def empty_tables() -> None:
    """Delete every row; which table refers to which is looked at only when all are gone."""
    filled = models_with_rows()
    with history_unguarded(*filled):
        for model in filled:
            model._base_manager.all()._raw_delete(connection.alias)
