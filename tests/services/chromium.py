"""The machine's own Chromium; nothing is downloaded for the tests."""

import os
import shutil

from tests.services import MissingServiceError

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# No sandbox, because CI runs as root; no traffic of its own, because tests reach only this machine.
ARGUMENTS = (
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-dev-shm-usage",
    "--disable-sync",
    "--no-first-run",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
)


def find_chromium() -> str:
    """Return the path of a Chromium: the environment's CHROMIUM, or the first found by a usual name."""
    for name in (os.environ.get("CHROMIUM"), *NAMES):
        if name and (path := shutil.which(name)):
            return path
    raise MissingServiceError("No Chromium here. On Debian or Ubuntu: apt-get install chromium")
