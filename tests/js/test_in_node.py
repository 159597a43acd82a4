"""The scripts' own rules, without a page: each tests/js/*.test.js is one run of Node."""

import subprocess
from pathlib import Path

import pytest

FILES = sorted(Path(__file__).parent.glob("*.test.js"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_in_node(node_path, file):
    run = subprocess.run([node_path, file], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
