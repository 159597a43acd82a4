"""The machine's own Chromium; nothing is downloaded for the tests."""

import os
import shutil

from tests.services import MissingServiceError

# The shell is the same browser without a window around the page, which takes a third of the time to open one.
NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
# What Playwright switches off itself (a second --disable-features replaces its own), and the address bar's
# popups: Chromium renders them for every window, in a process of their own, although no test opens one.
DISABLED_FEATURES = (
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "LensOverlay",
    "MediaRouter",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "OptimizationHints",
    "NetworkTimeServiceQuerying",
    "AimEnabled",
    "PreconnectToSearch",
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
)
# No sandbox, because CI runs as root; no traffic of its own, because tests reach only this machine.
ARGUMENTS = (
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-dev-shm-usage",
    f"--disable-features={','.join(DISABLED_FEATURES)}",
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
