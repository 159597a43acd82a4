"""A migrated data folder, made once, that tests about whole processes copy."""

from pathlib import Path

import pytest

from tests.config.site import copy_of, manage


@pytest.fixture(scope="session")
def prepared_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("prepared")
    done = manage("migrate", "-v0", folder=folder)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture
def data_folder(prepared_folder: Path, tmp_path: Path) -> Path:
    """A data folder of the test's own, its database migrated."""
    return copy_of(prepared_folder, tmp_path)
