"""What commands print of names and files that somebody else chose cannot steer a terminal."""

import os

import pytest

from tests.config.site import manage

STEERING = "\x1b[2J\a\u202e"


@pytest.fixture
def folder(tmp_path):
    return tmp_path


def test_an_option_that_nobody_knows(folder):
    done = manage("leaderboard", f"--{STEERING}", folder=folder)
    assert done.returncode == 2
    assert "--<U+001B>[2J<U+0007><U+202E>" in done.stderr
    assert not set(STEERING) - set("[2J") & set(done.stdout + done.stderr)


def test_a_files_name_and_its_columns(folder):
    assert manage("migrate", folder=folder).returncode == 0
    file = folder / f"{STEERING}.csv"
    file.write_text(f"UNIQUE_ID,{STEERING}\nT1,x\n")
    for words in ((), ("--json",)):
        done = manage("import_table", "tasks", str(file), *words, folder=folder)
        assert done.returncode == 1
        assert "<U+001B>[2J<U+0007><U+202E>" in done.stderr
        assert not set(STEERING) - set("[2J") & set(done.stdout + done.stderr)


def test_a_file_name_that_is_no_text(folder):
    done = manage("verify_panel", os.fsdecode(b"caf\xe9.json"), folder=folder)
    assert done.returncode == 1
    assert done.stderr.startswith("caf<U+DCE9>.json is no UTF-8 text. ")
    assert "Traceback" not in done.stderr
