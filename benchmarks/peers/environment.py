"""The environment of the peers, `.venv-bench`: made when it is missing or its requirements have changed."""

import hashlib
import subprocess
import sys
from pathlib import Path

from benchmarks.processes import ROOT

ENVIRONMENT = ROOT / ".venv-bench"
REQUIREMENTS = ROOT / "requirements-bench.txt"
STAMP = ENVIRONMENT / "concord-bench.sha256"


class NoPeersError(Exception):
    """The peers cannot be installed here; the message says why, in a sentence."""


def peer_python() -> Path:
    """The Python that has the peers, installed first if need be. Raises NoPeersError."""
    python = ENVIRONMENT / "bin" / "python"
    wanted = hashlib.sha256(REQUIREMENTS.read_bytes() + repr(sys.version_info[:2]).encode()).hexdigest()
    if python.exists() and STAMP.exists() and STAMP.read_text() == wanted:
        return python
    _uv("venv", "--quiet", "--clear", "--python", sys.executable, ENVIRONMENT)
    _uv("pip", "install", "--quiet", "--require-hashes", "--python", python, "-r", REQUIREMENTS)
    STAMP.write_text(wanted)
    return python


def _uv(*words: object) -> None:
    command = [sys.executable, "-m", "uv", *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["uv said nothing"])[-1].strip()
        raise NoPeersError(f"The libraries to compare with could not be installed, so none is shown: {last}")
