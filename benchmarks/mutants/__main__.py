"""Plant small faults in the rules, one at a time, and say which of them no test notices.

    python -m benchmarks.mutants [GROUP ...] [--seed N] [--sample N] [--out FOLDER] [--only FILE:INDEX ...]

Outside of CI: it takes about half an hour of one core. On SQLite alone; each mutant lives in a fork and in a
copy of the test database, and no file of the tree is touched.
"""

import argparse
import json
import os
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import pytest

from benchmarks.mutants.groups import GROUPS


def main(words: list[str]) -> int:
    """Exit code 0; every mutant is a line of FOLDER/GROUP.jsonl."""
    options = _options(words)
    options.out.mkdir(parents=True, exist_ok=True)
    for name in options.groups or GROUPS:
        child = os.fork()  # a group's tests and modules are imported in a process of its own
        if child == 0:
            os._exit(_run(name, options))
        os.waitpid(child, 0)
        _tell(name, options.out / f"{name}.jsonl")
    return 0


def _run(name: str, options: argparse.Namespace) -> int:
    from benchmarks.mutants.runner import MutantRunner

    group = GROUPS[name]
    if options.sample:
        group = replace(group, sample=options.sample)
    out = options.out / f"{name}.jsonl"
    out.unlink(missing_ok=True)
    runner = MutantRunner(group, options.seed, out.absolute(), options.only, options.most_seconds)
    quiet = ["-q", "-p", "no:cacheprovider", "-p", "no:randomly", "-m", "not browser"]
    return int(pytest.main([*quiet, *group.test_paths()], plugins=[runner]))


def _tell(name: str, out: Path) -> None:
    results = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    counts = Counter(result["outcome"] for result in results)
    print(name, dict(counts))
    for result in results:
        if result["outcome"] in ("survived", "unreached"):
            print(f"  {result['file']}:{result['line']} [{result['index']}] {result['what']}")


def _options(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.mutants", description=__doc__)
    parser.add_argument("groups", nargs="*", choices=[*GROUPS, []], metavar="GROUP")
    parser.add_argument("--seed", type=int, default=20260714)
    parser.add_argument("--sample", type=int, help="mutants a group, instead of its own number")
    parser.add_argument("--most-seconds", type=float, default=60, help="of tests for a mutant")
    parser.add_argument("--out", type=Path, default=Path("mutants"), help="folder for the results")
    parser.add_argument("--only", nargs="+", default=[], metavar="FILE:INDEX", help="these mutants alone")
    return parser.parse_args(words)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
