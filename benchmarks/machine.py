"""On what kind of machine the times were taken, without its name."""

import os
import platform
from pathlib import Path


def machine() -> str:
    """One sentence: processors, memory, system, Python, and how busy it was when the benchmarks started."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    busy = os.getloadavg()[0]
    return (
        f"{len(os.sched_getaffinity(0))} cores ({_processor()}), {memory:.0f} GiB of memory, "
        f"{platform.system()} {platform.release().split('-')[0]}, Python {platform.python_version()}; "
        f"load {busy:.1f} at the start."
    )


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.machine()
    return next(
        (line.split(": ", 1)[1] for line in lines if line.startswith("model name")), platform.machine()
    )
