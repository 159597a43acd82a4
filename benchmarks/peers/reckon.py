"""Time a few repetitions of a step, and say how long many of them would take."""

import time
from collections.abc import Callable, Iterable
from typing import Any


def reckon(step: Callable[[Any], Any], sample: Iterable[Any], times: int) -> dict[str, float]:
    """{"timed": how many steps were timed, "seconds": processor time of `times` such steps}.

    One step is taken beforehand, untimed, so that what a library prepares once is not multiplied.
    """
    items = list(sample)
    step(items[0])
    started = time.process_time()
    for item in items:
        step(item)
    return {"timed": len(items), "seconds": (time.process_time() - started) / len(items) * times}
