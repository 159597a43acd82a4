"""A throw-away PostgreSQL: socket only, in a temporary folder, gone afterwards."""

import contextlib
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

from config.supervisor import die_with_parent
from tests.services import MissingServiceError

START_SECONDS = 120
# Nothing here outlives the run, so nothing is worth flushing to disk. Statistics taken by chance of a table
# that was just emptied would have the next test's rows joined one by one, for minutes.
QUICK = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "autovacuum=off")
# Who waits for a lock that long waits for ever: the test fails with the statement instead.
ALWAYS = ("listen_addresses=", "max_connections=100", "lock_timeout=120s", "log_lock_waits=on")


def find_binaries() -> Path:
    """Return the folder of initdb and postgres. Debian keeps the newest in /usr/lib/postgresql/N/bin."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if found:
        return found[-1].parent
    if initdb := shutil.which("initdb"):
        return Path(initdb).resolve().parent
    raise MissingServiceError("No PostgreSQL server here. On Debian or Ubuntu: apt-get install postgresql")


@contextlib.contextmanager
def running_postgres(durable: bool = False) -> Iterator[str]:
    """Start a PostgreSQL and yield its DATABASE_URL; stop it and delete its folder at the end.

    durable: flush each commit to disk, as in production, for whoever measures how long a commit takes.
    """
    binaries = find_binaries()
    folder = Path(tempfile.mkdtemp(prefix="concord-pg-"))
    as_whom = _unprivileged(folder)
    settings = ALWAYS if durable else ALWAYS + QUICK
    try:
        _run(
            [binaries / "initdb", "-D", folder / "data", "-U", "concord", "-A", "trust", "-N", "-E", "UTF8"],
            as_whom,
        )
        command = [binaries / "postgres", "-D", folder / "data", "-k", folder]
        command += [word for setting in settings for word in ("-c", setting)]
        with (folder / "log").open("wb") as log:
            server = subprocess.Popen(
                command,
                stdout=log,
                stderr=log,
                preexec_fn=die_with_parent(signal.SIGQUIT),
                cwd=folder,
                **as_whom,
            )
        try:
            _wait_until_ready(binaries, folder, server)
            yield f"postgresql://concord@{quote(str(folder), safe='')}/postgres"
        finally:
            server.send_signal(signal.SIGINT)  # "fast": ends sessions, then itself
            server.wait(START_SECONDS)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _unprivileged(folder: Path) -> dict[str, object]:
    """PostgreSQL refuses to run as root: give the folder to `postgres` or `nobody` and run as them."""
    if os.geteuid() != 0:
        return {}
    names = {entry.pw_name for entry in pwd.getpwall()}
    account = pwd.getpwnam("postgres" if "postgres" in names else "nobody")
    os.chown(folder, account.pw_uid, account.pw_gid)
    return {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}


def _run(command: list[object], as_whom: dict[str, object]) -> None:
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, cwd="/", **as_whom)
    if done.returncode:
        raise RuntimeError(f"{command[0]} failed: {done.stderr.strip()}")


def _wait_until_ready(binaries: Path, folder: Path, server: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + START_SECONDS
    ask = [str(binaries / "pg_isready"), "-q", "-h", str(folder)]
    while subprocess.run(ask, check=False).returncode:
        if server.poll() is not None or time.monotonic() > deadline:
            raise RuntimeError(f"PostgreSQL did not start: {(folder / 'log').read_text()[-2000:]}")
        time.sleep(0.05)
