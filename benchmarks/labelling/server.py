"""The server under load: gunicorn as in production, or `serve` as on one machine; it can be killed."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Mapping
from pathlib import Path

from benchmarks.processes import ROOT
from config.health import HEALTH_PATH
from config.supervisor import die_with_parent

START_SECONDS = 300
STOP_SECONDS = 30
SAVES = re.compile(r"^POST /label/\S+/save/ 200 (\d+)$", re.MULTILINE)


class Server:
    """One server program on a port of its own. `kind` is "gunicorn" or "serve"."""

    def __init__(self, kind: str, folder: Path, environment: Mapping[str, str]) -> None:
        self.kind, self.folder, self.environment = kind, folder, environment
        self.port = free_port()
        self.requests, self.log = folder / "requests.log", folder / "server.log"
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def scheme(self) -> str:
        """What people type: production answers only over HTTPS, which a proxy in front would speak."""
        return "https" if self.environment.get("DEBUG") == "false" else "http"

    def start(self) -> None:
        """Start it and wait until it answers."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self._command(),
                cwd=ROOT,
                env=dict(self.environment),
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=die_with_parent(signal.SIGTERM),
            )
        deadline = time.monotonic() + START_SECONDS
        while not self._answers():
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"The server did not start:\n{self.log.read_text()[-2000:]}")
            time.sleep(0.1)

    def kill(self) -> None:
        """kill -9 of all of it at once. What `serve` started ends with it, by the kernel's hand."""
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        while self._answers():
            time.sleep(0.05)

    def stop(self) -> None:
        if self.process is None or self.process.poll() is not None:
            return
        self.process.terminate()
        try:
            self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    def save_seconds(self) -> list[float]:
        """How long each save took inside the server, from its own log; `serve` keeps no such log."""
        if not self.requests.exists():
            return []
        return [int(micro) / 1e6 for micro in SAVES.findall(self.requests.read_text())]

    def _command(self) -> list[str]:
        if self.kind == "serve":
            return [sys.executable, "manage.py", "serve", "--port", str(self.port)]
        options = ["--worker-class", "gthread", "--workers", "4", "--threads", "2"]
        log = ["--access-logfile", str(self.requests), "--access-logformat", "%(m)s %(U)s %(s)s %(D)s"]
        bind = ["--bind", f"127.0.0.1:{self.port}"]
        return [sys.executable, "-m", "gunicorn", *options, *log, *bind, "config.wsgi"]

    def _answers(self) -> bool:
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with opener.open(f"http://127.0.0.1:{self.port}{HEALTH_PATH}", timeout=2) as answer:
                return answer.status == 200
        except OSError:
            return False


def free_port() -> int:
    """A port of this machine that nothing listened on a moment ago."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]
