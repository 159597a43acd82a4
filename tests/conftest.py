"""What every test may use: the cast, the services and the browser; and no network beyond this machine."""

import socket
from collections.abc import Iterator

import pytest

pytest_plugins = [
    "tests.selection",
    "tests.properties",
    "tests.cast",
    "tests.services.fixtures",
    "tests.live_server",
    "tests.emptying",
    "tests.browser",
]

THIS_MACHINE = ("127.", "::1", "localhost")


@pytest.fixture(scope="session", autouse=True)
def no_network() -> Iterator[None]:
    """Refuse every connection that leaves this machine, so that a test cannot depend on one."""
    with pytest.MonkeyPatch.context() as patch:
        for method in ("connect", "connect_ex"):
            patch.setattr(socket.socket, method, _only_this_machine(getattr(socket.socket, method)))
        yield


def _only_this_machine(connect):
    def guarded(self: socket.socket, address):
        is_internet = self.family in (socket.AF_INET, socket.AF_INET6)
        if is_internet and not str(address[0]).startswith(THIS_MACHINE):
            raise ConnectionRefusedError(
                f"Tests reach nothing but this machine, and {address[0]} is elsewhere."
            )
        return connect(self, address)

    return guarded
