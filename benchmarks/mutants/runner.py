"""A pytest plugin: instead of all tests once, run for each mutant, in a fork, those that reach it."""

import ast
import gc
import json
import os
import random
import resource
import shutil
import sys
import time
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from _pytest.runner import runtestprotocol
from django.db import connections

from benchmarks.mutants.groups import Group
from benchmarks.mutants.operators import Mutant, mutants_of
from benchmarks.mutants.plant import (
    CannotBePlantedError,
    Functions,
    Key,
    functions_of,
    key_of,
    module_name,
    plant,
)

STILLBORN, KILLED, SURVIVED, TIMEOUT, UNREACHED = "stillborn", "killed", "survived", "timeout", "unreached"


class MutantRunner:
    """Runs the baseline once and each mutant of the sample against the tests that call its function.

    A mutant has ten times the processor time its tests take without it, and ten seconds.
    """

    def __init__(self, group: Group, seed: int, out: Path, only: Sequence[str], most_seconds: float) -> None:
        self.group, self.seed, self.out, self.only = group, seed, out, only
        self.most_seconds = most_seconds
        self.database = ""
        self.functions: Functions = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            raise session.Interrupted("The tests cannot be collected.")
        self._prepare(session.items)
        baseline = self._kept_baseline(session.items)
        tests = {item.nodeid: item for item in session.items}
        done = 0
        for mutant in self._sample():
            reaching = _reaching(mutant, baseline)
            affordable = _affordable(reaching, baseline, self.most_seconds)
            items = [tests[name] for name in affordable]
            result = self._judged(mutant, items, sum(baseline[name]["seconds"] for name in affordable))
            result["tests_not_run"] = len(reaching) - len(affordable)
            done += result["outcome"] != STILLBORN
            with self.out.open("a", encoding="utf-8") as lines:
                lines.write(json.dumps(result) + "\n")
            if done >= self.group.sample:
                break
        return True

    def _kept_baseline(self, items: Sequence[pytest.Item]) -> dict[str, dict[str, Any]]:
        """The baseline of an earlier run where there is one; remove the file when code or tests change."""
        kept = self.out.with_suffix(".baseline.json")
        if not kept.exists():
            kept.write_text(json.dumps(self._in_fork(lambda: self._baseline(items), limit=0)))
        here = {item.nodeid for item in items}
        return {name: test for name, test in json.loads(kept.read_text()).items() if name in here}

    def _sample(self) -> list[Mutant]:
        sources = self.group.sources()
        every = [m for file in sources for m in mutants_of(file, Path(file).read_text(encoding="utf-8"))]
        if self.only:
            return [m for m in every if f"{m.file}:{m.index}" in self.only]
        random.Random(self.seed).shuffle(every)
        return every

    def _prepare(self, items: Sequence[pytest.Item]) -> None:
        """Run one test here, so that what a session sets up, the database above all, is set up once."""
        first = next((item for item in items if "db" in getattr(item, "fixturenames", ())), items[0])
        runtestprotocol(first, nextitem=items[0] if items[0] is not first else items[-1], log=False)
        for file in self.group.sources():
            import_module(module_name(file))
        self.functions = functions_of(self.group.sources())
        gc.freeze()  # a fork's collector would copy every page
        if "db" in getattr(first, "fixturenames", ()):
            self.database = connections["default"].settings_dict["NAME"]
            connections.close_all()

    def _judged(self, mutant: Mutant, items: list[pytest.Item], seconds: float) -> dict[str, Any]:
        begun = time.monotonic()
        answer = {"outcome": UNREACHED, "by": None}
        if items:
            answer = self._in_fork(lambda: _verdict(mutant, items, self.functions), limit=10 * seconds + 10)
        return {**vars(mutant), **answer, "tests": len(items), "seconds": round(time.monotonic() - begun, 2)}

    def _in_fork(self, work: Any, limit: float) -> Any:
        """What `work` returns in a process with its own copy of the database; TIMEOUT past the limit."""
        answer = self.out.with_suffix(".answer")
        answer.unlink(missing_ok=True)
        sys.stdout.flush()
        child = os.fork()
        if child == 0:
            self._child(work, limit, answer)
        _, status = os.waitpid(child, 0)
        if answer.exists():
            return json.loads(answer.read_text())
        return {"outcome": TIMEOUT if os.WIFSIGNALED(status) else KILLED, "by": f"ended with {status}"}

    def _child(self, work: Any, limit: float, answer: Path) -> None:
        try:
            gc.disable()
            if limit:
                resource.setrlimit(resource.RLIMIT_CPU, (int(limit) + 1, int(limit) + 2))
            if self.database:
                mine = f"{self.database}.{os.getpid()}"
                shutil.copy(self.database, mine)
                connections["default"].settings_dict["NAME"] = mine
            answer.write_text(json.dumps(work()))
            if self.database:
                os.unlink(mine)
        finally:
            os._exit(0 if answer.exists() else 1)

    def _baseline(self, items: Sequence[pytest.Item]) -> dict[str, dict[str, Any]]:
        """Of each test that passes: its processor seconds, and which functions of the group it calls."""
        files = {os.path.abspath(file): file for file in self.group.sources()}
        baseline = {}
        for item, following in zip(items, [*items[1:], None], strict=True):
            called: set[tuple[str, Key]] = set()
            begun = time.process_time()
            sys.setprofile(_recorder(files, called))
            passed = _failed(item, following) is None
            sys.setprofile(None)
            if passed:
                seconds = time.process_time() - begun
                calls = [[file, *key] for file, key in sorted(called)]
                baseline[item.nodeid] = {"seconds": seconds, "calls": calls}
        return baseline


def _recorder(files: dict[str, str], called: set[tuple[str, Key]]) -> Any:
    def record(frame: Any, event: str, _: Any) -> None:
        if event == "call" and frame.f_code.co_filename in files:
            called.add((files[frame.f_code.co_filename], key_of(frame.f_code)))

    return record


def _affordable(names: list[str], baseline: dict[str, dict[str, Any]], most_seconds: float) -> list[str]:
    """As many of the tests, the quickest first, as take no longer together; at least one."""
    total, affordable = 0.0, []
    for name in names:
        total += baseline[name]["seconds"]
        if affordable and total > most_seconds:
            break
        affordable.append(name)
    return affordable


def _reaching(mutant: Mutant, baseline: dict[str, dict[str, Any]]) -> list[str]:
    """The tests that call the mutant's function (for a constant: anything of its file), quickest first."""
    starts = _starts(mutant)
    names = [
        name
        for name, test in baseline.items()
        if any(file == mutant.file and (starts is None or line in starts) for file, _, line in test["calls"])
    ]
    return sorted(names, key=lambda name: baseline[name]["seconds"])


def _starts(mutant: Mutant) -> set[int] | None:
    """First lines of the functions around the mutant, decorators too; None when it stands in none."""
    tree = ast.parse(Path(mutant.file).read_text(encoding="utf-8"))
    functions = (node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.Lambda)))
    around = [node for node in functions if node.lineno <= mutant.line <= node.end_lineno]
    lines = {
        line
        for node in around
        for line in (node.lineno, *(decorator.lineno for decorator in getattr(node, "decorator_list", [])))
    }
    return lines or None


def _verdict(mutant: Mutant, items: Sequence[pytest.Item], functions: Functions) -> dict[str, Any]:
    try:
        plant(mutant.file, mutant.index, functions)
    except CannotBePlantedError as problem:
        return {"outcome": STILLBORN, "by": str(problem)}
    except Exception as problem:  # the changed constant cannot be computed: no import would succeed
        return {"outcome": KILLED, "by": repr(problem)}
    for item, following in zip(items, [*items[1:], None], strict=True):
        if (failure := _failed(item, following)) is not None:
            return {"outcome": KILLED, "by": f"{item.nodeid} ({failure})"}
    return {"outcome": SURVIVED, "by": None}


def _failed(item: pytest.Item, following: pytest.Item | None) -> str | None:
    """In which phase the test failed, None when it passed."""
    reports = runtestprotocol(item, nextitem=following, log=False)
    return next((report.when for report in reports if report.failed), None)
