"""`manage.py serve` as a test meets it: a process in a folder of its own, and the processes it starts."""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from config.supervisor import die_with_parent

ROOT = Path(__file__).resolve().parents[2]
PATIENCE_SECONDS = 300  # a busy machine takes ten times as long as an idle one


def environment(folder: Path, **settings: str) -> dict[str, str]:
    """A clean environment for a Concord that keeps its data in `folder`; `settings` are set in it besides."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return {**kept, "ENV_FILE": os.devnull, "DATA_DIR": str(folder), **settings}


def manage(*words: str, folder: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run a command of manage.py to its end and return what it said."""
    command = [sys.executable, str(ROOT / "manage.py"), *words]
    return subprocess.run(
        command,
        env=environment(folder, **settings),
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
    )


@dataclass
class Site:
    """A running `serve`."""

    process: subprocess.Popen[bytes]
    log: Path
    address: str = ""

    def said(self) -> str:
        return self.log.read_text()

    def children(self) -> list[int]:
        """Process ids of everything it has started, however deep."""
        return [pid for child in _children(self.process.pid) for pid in (child, *_children(child))]


@contextlib.contextmanager
def serving(folder: Path, *words: str) -> Iterator[Site]:
    """Run `serve` on a free port, with its data in `folder`, until it says its address; end it afterwards."""
    log = folder / "serve.log"
    command = [sys.executable, str(ROOT / "manage.py"), "serve", "--port", "0", *words]
    with log.open("wb") as output:
        process = subprocess.Popen(
            command,
            env=environment(folder),
            cwd=folder,
            stdout=output,
            stderr=output,
            preexec_fn=die_with_parent(signal.SIGTERM),
        )
    site = Site(process, log)
    try:
        wait_until(lambda: "Ctrl-C" in site.said() or process.poll() is not None, "serve to start")
        found = re.search(r"http://\S+/", site.said())
        assert found, site.said()
        site.address = found.group()
        yield site
    finally:
        process.terminate()
        process.wait(PATIENCE_SECONDS)


def wait_until(condition: Callable[[], bool], what: str) -> None:
    """Look every 50 ms until `condition()` holds; fail, naming `what`, when it takes too long."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not condition():
        assert time.monotonic() < deadline, f"waited in vain for {what}"
        time.sleep(0.05)


def is_running(pid: int) -> bool:
    """Whether the process exists and is not merely waiting to be collected."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def status_of(address: str) -> int:
    """The HTTP status at `address`, or 0 when nobody answers."""
    try:
        with urllib.request.urlopen(address, timeout=10) as answer:
            return answer.status
    except urllib.error.HTTPError as answer:
        return answer.code
    except OSError:
        return 0


def copy_of(prepared: Path, folder: Path) -> Path:
    """Give a test its own copy of a folder whose database is already migrated."""
    return Path(shutil.copytree(prepared, folder / "data"))


def _children(pid: int) -> list[int]:
    return [
        int(word)
        for file in Path(f"/proc/{pid}/task").glob("*/children")
        for word in file.read_text().split()
    ]
