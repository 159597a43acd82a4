"""A throw-away Redis on a free port of this machine, keeping nothing on disk."""

import contextlib
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator

from config.supervisor import die_with_parent
from tests.services import MissingServiceError

START_SECONDS = 120


def free_port() -> int:
    """Return a TCP port of this machine that nothing listened on a moment ago."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


@contextlib.contextmanager
def running_redis() -> Iterator[str]:
    """Start a Redis and yield its CELERY_BROKER_URL; stop it at the end."""
    binary = shutil.which("redis-server")
    if binary is None:
        raise MissingServiceError("No Redis server here. On Debian or Ubuntu: apt-get install redis-server")
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="concord-redis-") as folder:
        command = [binary, "--port", str(port), "--bind", "127.0.0.1", "--dir", folder]
        command += ["--save", "", "--appendonly", "no"]
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL, preexec_fn=die_with_parent())
        try:
            _wait_until_ready(port, server)
            yield f"redis://127.0.0.1:{port}/0"
        finally:
            server.terminate()
            server.wait(START_SECONDS)


def _wait_until_ready(port: int, server: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            if server.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError("Redis did not start.") from None
            time.sleep(0.05)
        else:
            return
