"""A Node for the tests of the scripts: the one that Playwright brings along, else the machine's own."""

import shutil

from playwright._impl._driver import compute_driver_executable

from tests.services import MissingServiceError


def find_node() -> str:
    """Return the path of a Node; scripts are modules without saying so, which Node knows from 20.19 on."""
    for name in (compute_driver_executable()[0], "node", "nodejs"):
        if path := shutil.which(name):
            return path
    raise MissingServiceError("No Node here. On Debian or Ubuntu: apt-get install nodejs")
