"""An entry is computed once for a stamp, and never taken for anything else."""

import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from annotation.base import array_cache
from annotation.base.array_cache import (
    cached_arrays,
    cached_object,
    cached_result,
    clear_memory,
    code_stamp,
    remove_files_of_other_versions,
)
from annotation.base.array_files import FileContent

NAME = "round-1/labels"
ROOT = Path(__file__).parents[3]


@pytest.fixture(autouse=True)
def data(tmp_path, settings):
    settings.DATA_DIR = tmp_path
    clear_memory()
    yield tmp_path
    clear_memory()


@pytest.fixture
def computed():
    """A computation that counts how often it ran: [1, 2] at first, then [2, 3]."""

    def compute() -> FileContent:
        compute.times += 1
        return FileContent({"numbers": np.array([compute.times, compute.times + 1])})

    compute.times = 0
    return compute


def numbers(stamp, compute):
    return cached_arrays(NAME, stamp, compute).arrays["numbers"].tolist()


def test_the_same_stamp_is_computed_once(computed):
    assert numbers("1.1", computed) == numbers("1.1", computed) == [1, 2]
    assert computed.times == 1


def test_another_stamp_is_computed_anew(computed):
    assert numbers("1.1", computed) == [1, 2]
    assert numbers("2.1", computed) == [2, 3]


def test_without_a_stamp_nothing_is_cached(computed, data):
    assert numbers(None, computed) == [1, 2]
    assert numbers(None, computed) == [2, 3]
    assert list(data.rglob("*.npz")) == []


def test_another_process_reads_the_file(computed):
    numbers("1.1", computed)
    clear_memory()  # as a process that has just started
    assert numbers("1.1", computed) == [1, 2]
    assert computed.times == 1


def test_a_file_of_another_stamp_is_replaced(computed, data):
    numbers("1.1", computed)
    clear_memory()
    assert numbers("2.1", computed) == [2, 3]
    assert len(list(data.rglob("*.npz"))) == 1


@pytest.mark.parametrize("damage", [lambda whole: whole[:100], lambda whole: b"", lambda whole: whole[::-1]])
def test_a_damaged_file_is_computed_anew(computed, data, damage):
    numbers("1.1", computed)
    clear_memory()
    (path,) = data.rglob("*.npz")
    path.write_bytes(damage(path.read_bytes()))
    assert numbers("1.1", computed) == [2, 3]
    clear_memory()
    assert numbers("1.1", computed) == [2, 3]  # the sound file is there again


def test_a_missing_file_is_computed_anew(computed, data):
    numbers("1.1", computed)
    clear_memory()
    (path,) = data.rglob("*.npz")
    path.unlink()
    assert numbers("1.1", computed) == [2, 3]


def test_a_folder_that_cannot_be_written_costs_time_only(computed, data, caplog):
    (data / "cache").write_text("a file where the folder should be")
    assert numbers("1.1", computed) == [1, 2]
    assert "cannot be written" in caplog.text


def test_a_computation_that_fails_leaves_nothing(computed, data):
    def fail() -> FileContent:
        raise ValueError("no cells")

    with pytest.raises(ValueError, match="no cells"):
        numbers("1.1", fail)
    assert numbers("1.1", computed) == [1, 2]


def test_many_threads_compute_once(computed):
    together = threading.Barrier(8)

    def read(_):
        together.wait(10)
        return numbers("1.1", computed)

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(read, range(8))) == [[1, 2]] * 8
    assert computed.times == 1


PROGRAM = """
import os, sys
os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
import django
django.setup()
import numpy as np
from annotation.base.array_cache import cached_arrays
from annotation.base.array_files import FileContent

def compute():
    with open(sys.argv[1], "a") as file:
        file.write("computed ")
    return FileContent({"numbers": np.arange(3)})

said = sys.stdin.readline().strip()
print(said, cached_arrays("round-1/labels", "1.1", compute).arrays["numbers"].tolist())
"""


def test_two_processes_compute_once(data):
    environment = {"DATA_DIR": str(data), "ENV_FILE": "/dev/null", "PATH": "/usr/bin:/bin"}
    command = [sys.executable, "-c", PROGRAM, str(data / "times")]
    pipe = subprocess.PIPE
    programs = [
        subprocess.Popen(command, cwd=ROOT, env=environment, stdin=pipe, stdout=pipe, text=True)
        for _ in range(2)
    ]
    for program in programs:  # both have started before either goes ahead
        program.stdin.write("go\n")
        program.stdin.flush()
    answers = [program.communicate(timeout=60)[0].strip() for program in programs]
    assert answers == ["go [0, 1, 2]"] * 2
    assert (data / "times").read_text() == "computed "


def test_whoever_waits_too_long_goes_ahead(computed, data, monkeypatch):
    monkeypatch.setattr(array_cache, "LONGEST_WAIT_SECONDS", 0.05)
    path = array_cache._path(NAME)
    with array_cache._only_one(path):
        assert numbers("1.1", computed) == [1, 2]


@dataclass(frozen=True)
class Result:
    value: float
    parts: dict[str, list[int]]


def test_a_result_comes_back_as_its_type():
    result = Result(0.1 + 0.2, {"a": [1]})
    assert cached_result("round-1/result", "1.1", Result, lambda: result) == result
    clear_memory()
    assert cached_result("round-1/result", "1.1", Result, lambda: None) == result


def test_a_result_that_cannot_be_read_back_is_noticed_when_it_is_computed():
    with pytest.raises(TypeError):
        cached_result("round-1/result", "1.1", set[int], lambda: {1})


def test_objects_stay_in_memory_alone(data):
    things = [cached_object("round-1/units", stamp, lambda: object()) for stamp in ("a", "a", "b")]
    assert things[0] is things[1]
    assert things[1] is not things[2]
    assert list(data.rglob("*.npz")) == []


def test_nothing_is_a_value_too():
    times = []
    for _ in range(2):
        assert cached_object("round-1/none", "a", lambda: times.append(1)) is None
    assert times == [1]


def test_memory_is_bounded(monkeypatch):
    monkeypatch.setattr(array_cache, "ENTRIES_IN_MEMORY", 2)
    first = cached_object("one", "a", object)
    cached_object("two", "a", object)
    assert cached_object("one", "a", object) is first  # used again, so the other one goes
    cached_object("three", "a", object)
    assert cached_object("one", "a", object) is first
    cached_object("two", "a", object)
    assert cached_object("one", "a", object) is first


def test_files_of_another_version_of_the_code_are_removed(computed, data):
    numbers("1.1", computed)
    other = data / "cache" / "0123456789abcdef" / "round-1"
    other.mkdir(parents=True)
    (other / "labels.npz").write_bytes(b"anything")
    remove_files_of_other_versions()
    assert [folder.name for folder in (data / "cache").iterdir()] == [code_stamp()]
    clear_memory()
    assert numbers("1.1", computed) == [1, 2]
