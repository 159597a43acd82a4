"""Compute what is cached of a scope until nothing of it is written any more: the worker's part of a
rebuild.
"""

import contextlib
import fcntl
from collections.abc import Callable, Iterator

from annotation.base.array_cache import cache_folder
from annotation.base.stamps import fold_stamps, stamps_of

MOST_ROUNDS = 5


def rebuild(scopes: list[str], name: str, compute: Callable[[], None]) -> None:
    """Run `compute` until the stamps of the scopes stay as they are, in one process of this machine at a
    time.

    Whoever finds another at it returns at once: that one looks at the stamps again before it ends.
    """
    with _held(name) as is_held:
        for _ in range(MOST_ROUNDS if is_held else 0):
            before = stamps_of(scopes)
            compute()
            if stamps_of(scopes) == before:
                break
    for scope in scopes if is_held else ():
        fold_stamps(scope)


@contextlib.contextmanager
def _held(name: str) -> Iterator[bool]:
    """Whether nobody else on this machine holds the name; never waits."""
    cache_folder().mkdir(mode=0o700, parents=True, exist_ok=True)
    with (cache_folder() / f"{name}.rebuild").open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            yield False
        else:
            yield True
