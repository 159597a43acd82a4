"""The first step on a bare machine: what is missing gets a sentence, and nothing is installed twice."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tests.config.site import PATIENCE_SECONDS, ROOT

SCRIPT = ROOT / "scripts" / "bootstrap.py"
RUN_WITH = """
import runpy, sys
{change}
sys.argv = ["bootstrap.py", "install"]
runpy.run_path({path!r}, run_name="__main__")
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A folder like a fresh clone, but with nothing to install."""
    (tmp_path / "scripts").mkdir()
    (tmp_path / "scripts" / "bootstrap.py").write_bytes(SCRIPT.read_bytes())
    for name in ("requirements.txt", "requirements-dev.txt", "requirements-uv.txt"):
        (tmp_path / name).write_text("# nothing\n")
    return tmp_path


def bootstrap(checkout: Path, change: str) -> subprocess.CompletedProcess[str]:
    """Run the copy's `install` in an interpreter changed by `change`, with no other Python on the PATH."""
    code = RUN_WITH.format(change=change, path=str(checkout / "scripts" / "bootstrap.py"))
    return subprocess.run(
        [sys.executable, "-c", code],
        env={"PATH": str(checkout)},
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
    )


def test_too_old_a_python_is_told_so(checkout):
    done = bootstrap(checkout, "sys.version_info = (3, 9, 2)")
    assert done.returncode == 1
    assert "Concord needs Python 3.11 or newer, and this is 3.9" in done.stderr
    assert "Traceback" not in done.stderr


def test_an_old_python_can_read_the_script():
    tree = ast.parse(SCRIPT.read_text(), feature_version=(3, 4))
    too_new = (ast.JoinedStr, ast.AnnAssign, ast.NamedExpr, ast.AsyncFunctionDef)
    assert not [node for node in ast.walk(tree) if isinstance(node, too_new)]


def test_a_missing_venv_module_is_named_with_its_package(checkout):
    done = bootstrap(checkout, "sys.modules['ensurepip'] = None")
    assert done.returncode == 1
    assert "apt-get install python3-venv" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (checkout / ".venv").exists()


def test_nothing_is_installed_while_the_requirements_stay_the_same(checkout):
    (checkout / ".venv" / "bin").mkdir(parents=True)
    python = checkout / ".venv" / "bin" / "python"
    python.write_text(f'#!/bin/sh\necho "$*" >> {checkout}/calls\nexit 0\n')
    python.chmod(0o755)
    (python.parent / "uv").touch()

    assert bootstrap(checkout, "pass").returncode == 0
    first = (checkout / "calls").read_text().splitlines()
    assert [line for line in first if "--require-hashes" in line] == [
        f"-m uv pip install --quiet --require-hashes -r {checkout}/requirements.txt --python {python}"
    ]

    assert bootstrap(checkout, "pass").returncode == 0
    assert (checkout / "calls").read_text().count("--require-hashes") == 1

    (checkout / "requirements.txt").write_text("# something else\n")
    assert bootstrap(checkout, "pass").returncode == 0
    assert (checkout / "calls").read_text().count("--require-hashes") == 2


def test_a_failed_installation_is_said_and_tried_again_next_time(checkout):
    (checkout / ".venv" / "bin").mkdir(parents=True)
    python = checkout / ".venv" / "bin" / "python"
    python.write_text('#!/bin/sh\ncase "$*" in *pip*) exit 1;; esac\n')
    python.chmod(0o755)
    done = bootstrap(checkout, "pass")
    assert done.returncode == 1
    assert "The requirements could not be installed" in done.stderr
    assert not list((checkout / ".venv").glob("*.sha256"))
