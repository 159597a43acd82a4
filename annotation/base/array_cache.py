"""Arrays and results cached by revision stamp: in memory, in a file of this machine, or computed anew.

An entry is used only under the very stamp it was made from; the stamp names everything the entry depends on.
Without a stamp nothing is cached. Files lie in a folder named for the code that wrote them, so that another
version of Concord computes its own. Of many who miss the same entry at once, one computes it and the others
wait.
"""

import contextlib
import fcntl
import hashlib
import logging
import re
import shutil
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import IO, Any, TypeVar

from django.apps import apps
from django.conf import settings

from annotation.base.array_files import FileContent, read_content, write_content
from annotation.base.plain_data import as_plain, from_plain

Value = TypeVar("Value")
ENTRIES_IN_MEMORY = 128
LONGEST_WAIT_SECONDS, POLL_SECONDS = 20.0, 0.01
APPLICATIONS = ("annotation", "calibration", "scoring")
logger = logging.getLogger(__name__)


def cached_arrays(name: str, stamp: str | None, compute: Callable[[], FileContent]) -> FileContent:
    """The arrays that `compute` returns, computed once for a stamp. name: of the entry, such as
    "round-3/labels".

    Nobody may change them: the next reader gets the same object.
    """
    return _cached(name, stamp, compute, lambda content: content, lambda content: content)


def cached_result(name: str, stamp: str | None, kind: Any, compute: Callable[[], Value]) -> Value:
    """The same for a result of type `kind`: dataclasses down to numbers and texts, or lists and dicts of
    them.
    """
    return _cached(
        name,
        stamp,
        compute,
        lambda value: FileContent(facts=as_plain(kind, value)),
        lambda content: from_plain(kind, content.facts),
    )


def cached_object(name: str, stamp: str | None, compute: Callable[[], Value]) -> Value:
    """The same for what is quickly made from cached arrays: kept in this process's memory alone."""
    if stamp is None:
        return compute()
    entry = _memory.get(name, stamp)
    if entry is None:
        entry = (compute(),)
        _memory.put(name, stamp, entry)
    return entry[0]


def _cached(
    name: str,
    stamp: str | None,
    compute: Callable[[], Value],
    pack: Callable[[Value], FileContent],
    unpack: Callable[[FileContent], Value],
) -> Value:
    def read_or_compute() -> Value:
        assert stamp is not None
        path = _path(name)
        content = read_content(path, stamp)
        if content is None:
            with _only_one(path):
                content = read_content(path, stamp)
                if content is None:
                    content = pack(compute())
                    _write(path, stamp, content)
        return unpack(content)  # also what was computed now, so that every reader has the same

    return cached_object(name, stamp, compute if stamp is None else read_or_compute)


def _write(path: Path, stamp: str, content: FileContent) -> None:
    try:
        write_content(path, stamp, content)
    except OSError as problem:  # a full disk makes pages slow, and nothing worse
        logger.warning("%s cannot be written, so it will be computed again: %s", path, problem)


@contextlib.contextmanager
def _only_one(path: Path) -> Iterator[None]:
    """Held by one thread of this machine at a time for a file; who has waited too long goes ahead all the
    same.
    """
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = path.with_suffix(".lock").open("a")
    except OSError:
        yield
        return
    with lock:
        deadline = time.monotonic() + LONGEST_WAIT_SECONDS
        while not _locked(lock) and time.monotonic() < deadline:
            time.sleep(POLL_SECONDS)
        yield


def _locked(lock: IO[str]) -> bool:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _path(name: str) -> Path:
    safe = re.sub(r"[^a-z0-9/-]+", "-", name)
    return cache_folder() / code_stamp() / f"{safe}.npz"


def cache_folder() -> Path:
    """Where the files of every version of the code lie."""
    return Path(settings.DATA_DIR) / "cache"


def remove_files_of_other_versions() -> None:
    """Take away what other versions of the code have left; one that still runs computes its own again."""
    for folder in cache_folder().glob("*"):
        if folder.name != code_stamp():
            shutil.rmtree(folder, ignore_errors=True)


@cache
def code_stamp() -> str:
    """Hash of the three applications' code: another version may compute something else from the same data."""
    digest = hashlib.sha256()
    for label in APPLICATIONS:
        for path in sorted(Path(apps.get_app_config(label).path).rglob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


class _Memory:
    """The entries this process used last, by name; the least recently used goes first."""

    def __init__(self) -> None:
        self._entries: OrderedDict[str, tuple[str, Any]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, name: str, stamp: str) -> Any:
        with self._lock:
            known, entry = self._entries.get(name, (None, None))
            if known != stamp:
                return None
            self._entries.move_to_end(name)
            return entry

    def put(self, name: str, stamp: str, entry: Any) -> None:
        with self._lock:
            self._entries[name] = (stamp, entry)
            self._entries.move_to_end(name)
            while len(self._entries) > ENTRIES_IN_MEMORY:
                self._entries.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._entries.clear()


_memory = _Memory()


def clear_memory() -> None:
    """Forget what this process has in memory. Files stay."""
    _memory.clear()
