"""A process that has imported everything and forks for each command: the same answers in a fifth of the time.

    python benchmarks/golden/warm.py

Reads one JSON object a line: {"words": [MOMENT, "manage.py", ...], "folder", "stdout", "stderr"}; answers
with the exit code. A command that forgets an import works here all the same, so that the last comparison
before a change is published starts every command cold.
"""

import importlib
import json
import os
import sys
import traceback
from pathlib import Path
from typing import Any, NoReturn

ROOT = Path(__file__).resolve().parent.parent.parent
HEAVY = ("pandas", "pyarrow.csv", "pyarrow.parquet", "scipy.stats", "celery", "rest_framework.views")


def main() -> None:
    """Answer until stdin ends."""
    sys.path[0] = str(ROOT)
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    importlib.import_module("django").setup()
    for name in HEAVY:
        importlib.import_module(name)
    for line in sys.stdin:
        sys.stdout.flush()
        pid = os.fork()
        if pid == 0:
            _become(json.loads(line))
        _, status = os.waitpid(pid, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


def _become(job: dict[str, Any]) -> NoReturn:
    from benchmarks.golden.steady import run_steady

    for name, number in (("stdout", 1), ("stderr", 2)):
        os.dup2(os.open(job[name], os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
    os.chdir(job["folder"])
    code = _exit_code(run_steady, job["words"])
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def _exit_code(program: Any, words: list[str]) -> int:
    """As Python itself ends: 0, the number or 1 with a sentence, or 1 with a traceback."""
    try:
        program(*words)
    except SystemExit as end:
        if end.code is None or isinstance(end.code, int):
            return end.code or 0
        print(end.code, file=sys.stderr)
        return 1
    except BaseException:
        traceback.print_exc()
        return 1
    return 0


if __name__ == "__main__":
    main()
