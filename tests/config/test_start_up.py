"""Heavy libraries are loaded where they work, and nowhere else: a command and a page start without them."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.config.site import PATIENCE_SECONDS, ROOT, environment

COMPUTING = {"numpy"}  # as quick as Django itself; commands that compute say so in their first lines


@pytest.fixture(scope="module")
def loaded(prepared_folder: Path) -> dict[str, set[str]]:
    """By what was done: which heavy modules were loaded."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.config.loaded_modules", str(prepared_folder)],
        env=environment(prepared_folder, DJANGO_SETTINGS_MODULE="config.settings"),
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
    )
    assert done.returncode == 0, done.stderr
    return {name: set(modules) for name, modules in json.loads(done.stdout).items()}


def test_no_command_loads_them_to_say_what_it_does(loaded):
    helps = {name: modules for name, modules in loaded.items() if name.endswith("--help")}
    assert {"leaderboard --help", "import_table --help", "serve --help"} <= set(helps)
    assert {name: modules - COMPUTING for name, modules in helps.items() if modules - COMPUTING} == {}


@pytest.mark.parametrize("name", ["leaderboard", "import_table", "export_table", "grade_files", "serve"])
def test_these_commands_load_no_numbers_either(loaded, name):
    assert loaded[f"{name} --help"] == set()


def test_pages_load_what_signs_in_with_passkeys_and_what_computes_but_no_tables(loaded):
    assert loaded["check"] == {"fido2", "numpy"}
    assert loaded["sign-in page"] == {"fido2", "numpy"}


@pytest.mark.parametrize(
    ("done", "needed", "not_needed"),
    [
        ("export_table", {"pandas", "pyarrow"}, {"celery", "scipy", "rest_framework", "fido2"}),
        ("recompute_cells", {"pandas"}, {"celery", "scipy", "rest_framework", "fido2"}),
        ("API", {"rest_framework"}, {"drf_spectacular.generators", "pandas", "celery"}),
        ("schema of the API", {"rest_framework", "drf_spectacular.generators"}, {"pandas", "celery"}),
        ("tasks for a worker", {"celery"}, {"pandas", "scipy", "litellm", "fido2"}),
    ],
)
def test_what_works_with_them_loads_them(loaded, done, needed, not_needed):
    assert needed <= loaded[done]
    assert not_needed & loaded[done] == set()
