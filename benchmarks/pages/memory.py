"""Make a process forget what it keeps in memory, as if it had just started with its code loaded."""

import functools
import gc
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

OURS = ("annotation", "calibration", "scoring", "config")


def forget() -> None:
    """Empty Django's cache and every memory of our functions. Files stay."""
    from django.core.cache import caches

    for cache in caches.all(initialized_only=True):
        cache.clear()
    for function in _remembering_functions():
        function.cache_clear()
    for module in [module for name, module in sys.modules.items() if name.startswith(OURS)]:
        if clear := getattr(module, "clear_memory", None):
            clear()
    gc.collect()


def discard_files(data: Path) -> None:
    """Take away the kept arrays, as a write does by moving their stamps."""
    shutil.rmtree(data / "cache", ignore_errors=True)


def _remembering_functions() -> Iterator["functools._lru_cache_wrapper"]:
    for thing in gc.get_objects():
        if type(thing) is functools._lru_cache_wrapper and str(thing.__module__).startswith(OURS):
            yield thing
