"""Time a computation several times and keep the best: what else the machine did is in all the others."""

import json
import resource
import time
from collections.abc import Callable
from typing import Any


def best_of(repeats: int, compute: Callable[[], Any]) -> tuple[dict[str, float], Any]:
    """({"seconds", "cpu_seconds"} of the fastest run, its result); CPU is user time of all threads."""
    runs, result = [], None
    for _ in range(repeats):
        wall, cpu = time.perf_counter(), _user_seconds()
        result = compute()
        runs.append((time.perf_counter() - wall, _user_seconds() - cpu))
    seconds, cpu_seconds = min(runs)
    return {"seconds": seconds, "cpu_seconds": cpu_seconds}, result


def _user_seconds() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_utime


def report(times: dict[str, float], **facts: Any) -> None:
    """Print the one JSON object."""
    print(json.dumps({**times, **facts}))
