"""Runs child processes side by side: all end when one fails, when asked to, or when this process is gone,
however it went.
"""

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import FrameType

STOPS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
LOOK_SECONDS = 0.1
GRACE_SECONDS = 15
PR_SET_PDEATHSIG = 1


class ChildFailedError(Exception):
    """A child ended although nobody asked it to; the message says which and how."""


class Supervisor:
    """Use as a context manager: `start` children inside it, then `run`; leaving it ends them all.

    Children run in `folder`, each in a session of its own, so that Ctrl-C in the terminal reaches only this
    process, which passes SIGTERM on. A second signal, or fifteen seconds, ends those that take their time.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.children: dict[str, subprocess.Popen[bytes]] = {}
        self.signals = 0
        self._before: dict[signal.Signals, Callable[..., object] | int | None] = {}

    def __enter__(self) -> "Supervisor":
        self._before = {number: signal.signal(number, self._on_signal) for number in STOPS}
        return self

    def __exit__(self, *_: object) -> None:
        self._stop_children()
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def start(
        self, name: str, command: Sequence[str], environment: Mapping[str, str], listeners: Sequence[int] = ()
    ) -> None:
        """Start `command` as the child `name`, which inherits the file descriptors `listeners`."""
        self.children[name] = subprocess.Popen(
            command,
            cwd=self.folder,
            env=dict(environment),
            pass_fds=tuple(listeners),
            stdin=subprocess.DEVNULL,
            start_new_session=True,
            preexec_fn=die_with_parent(),
        )

    def wait_for(self, is_ready: Callable[[], bool], seconds: float) -> bool:
        """Return whether `is_ready()` came true within `seconds`; False too when asked to stop meanwhile."""
        deadline = time.monotonic() + seconds
        while not self.signals and time.monotonic() < deadline:
            self._look()
            if is_ready():
                return True
            time.sleep(LOOK_SECONDS)
        return False

    def run(self) -> None:
        """Return once a signal asks to stop; raise ChildFailedError as soon as a child ends by itself."""
        while not self.signals:
            self._look()
            time.sleep(LOOK_SECONDS)

    def _look(self) -> None:
        for name, child in self.children.items():
            status = child.poll()
            if status is not None:
                how = f"signal {-status}" if status < 0 else f"exit code {status}"
                raise ChildFailedError(f"The {name} ended by itself ({how}), so everything was stopped.")

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        self.signals += 1

    def _stop_children(self) -> None:
        for child in self.children.values():
            if child.poll() is None:
                child.terminate()
        asked, deadline = self.signals, time.monotonic() + GRACE_SECONDS
        while any(child.poll() is None for child in self.children.values()):
            if time.monotonic() > deadline or self.signals > max(asked, 1):
                self._kill_children()
            time.sleep(LOOK_SECONDS)

    def _kill_children(self) -> None:
        for child in self.children.values():
            if child.poll() is None:
                os.killpg(child.pid, signal.SIGKILL)


def die_with_parent(death: signal.Signals = signal.SIGKILL) -> Callable[[], None]:
    """Return a `preexec_fn` that has Linux send the child `death` once its parent is gone, however it went.

    Elsewhere it does nothing, and only an orderly end of the parent ends its children.
    """
    parent = os.getpid()
    libc = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None

    def in_the_child() -> None:
        if libc is None:
            return
        libc.prctl(PR_SET_PDEATHSIG, int(death), 0, 0, 0)
        if os.getppid() != parent:  # it died before the kernel was asked to tell us
            os.kill(os.getpid(), signal.SIGKILL)

    return in_the_child
