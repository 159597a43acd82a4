"""Child processes that never outlive the process that started them."""

import ctypes
import os
import signal
import sys
from collections.abc import Callable

PR_SET_PDEATHSIG = 1


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
