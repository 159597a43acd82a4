"""The site on a port of this machine, for one test: when the test ends, so has every request it caused.

A page that closes may have sent something a moment before (a saved answer, a reading time). Emptying the
tables beside such a request is a deadlock on PostgreSQL, and what it writes afterwards turns up in the next
test. So each test has a server of its own, and the server ends before any table is touched: it takes no more
connections, lets what was sent be answered, and waits for the last connection to be closed, with the database
connection of its thread.
"""

import socket
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from django.core.servers.basehttp import ThreadedWSGIServer
from pytest_django.live_server_helper import LiveServer

ANSWERED_WITHIN_SECONDS = 60
Application = Callable[[dict[str, Any], Any], Iterable[bytes]]


class CountingServer(ThreadedWSGIServer):
    """Knows its open connections and the request that each brought last."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._changed = threading.Condition()
        self._requests: dict[socket.socket, str] = {}
        self._own = threading.local()

    def serve_forever(self, poll_interval: float = 0.02) -> None:
        """Accept connections until `drain`, which this answers sooner than the half second that is usual."""
        super().serve_forever(poll_interval)

    def process_request(self, request: Any, client_address: Any) -> None:
        """Count the connection while it is accepted, so that there is no moment at which nobody knows it."""
        with self._changed:
            self._requests[request] = "a request that never arrived whole"
        super().process_request(request, client_address)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Answer all that comes over the connection; then Django closes the thread's own to the database."""
        self._own.connection = request
        try:
            super().process_request_thread(request, client_address)
        finally:
            with self._changed:
                del self._requests[request]
                self._changed.notify_all()

    def set_app(self, application: Application) -> None:
        """Serve the application, noting what each connection asks for."""

        def noting(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
            with self._changed:
                self._requests[self._own.connection] = f"{environ['REQUEST_METHOD']} {environ['PATH_INFO']}"
            return application(environ, start_response)

        super().set_app(noting)

    def drain(self, seconds: float) -> list[str]:
        """Take no more connections, answer what was sent, and name what still goes on after `seconds`."""
        self.shutdown()
        self.server_close()
        with self._changed:
            for connection in self._requests:
                with suppress(OSError):  # closed by the browser already
                    connection.shutdown(socket.SHUT_RD)  # what was received is still read, then the end
            self._changed.wait_for(lambda: not self._requests, seconds)
            return sorted(self._requests.values())


@pytest.fixture
def live_server(transactional_db: None) -> Iterator[LiveServer]:
    """The site under `live_server.url`, for this test alone; drained before its tables are emptied."""
    server = LiveServer("localhost", start=False)
    server.thread.server_class = CountingServer
    server.start()
    yield server
    unanswered = server.thread.httpd.drain(ANSWERED_WITHIN_SECONDS)
    server.stop()
    if unanswered:
        pytest.fail(
            f"{ANSWERED_WITHIN_SECONDS} s after the browser was closed the site still answers: "
            f"{', '.join(unanswered)}."
        )
