"""The server of a browser test ends when its last request does, and names the one that does not."""

import http.client
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.servers.basehttp import WSGIRequestHandler

from tests.live_server import CountingServer


class Site:
    """An application with a page /slow/ that is answered only after `go_on`."""

    def __init__(self) -> None:
        self.has_begun, self.go_on = threading.Event(), threading.Event()
        self.server = CountingServer(("127.0.0.1", 0), WSGIRequestHandler)
        self.server.set_app(self.answer)

    def answer(self, environ, start_response):
        if environ["PATH_INFO"] == "/slow/":
            self.has_begun.set()
            assert self.go_on.wait(60)
        start_response("200 OK", [("Content-Type", "text/plain"), ("Content-Length", "4")])
        return [b"good"]

    def get(self, path: str) -> int:
        connection = http.client.HTTPConnection(*self.server.server_address, timeout=60)
        connection.request("GET", path)
        return connection.getresponse().status


@pytest.fixture
def site() -> Iterator[Site]:
    made = Site()
    thread = threading.Thread(target=made.server.serve_forever)
    thread.start()
    yield made
    made.go_on.set()
    assert made.server.drain(60) == []
    thread.join()


def test_a_request_that_is_being_answered_is_waited_for(site):
    with ThreadPoolExecutor(2) as pool:
        status = pool.submit(site.get, "/slow/")
        assert site.has_begun.wait(60)
        drained = pool.submit(site.server.drain, 60)
        site.go_on.set()
        assert drained.result() == []
        assert status.result() == 200


def test_a_request_that_does_not_end_is_named(site):
    with ThreadPoolExecutor(1) as pool:
        status = pool.submit(site.get, "/slow/")
        assert site.has_begun.wait(60)
        assert site.server.drain(0.01) == ["GET /slow/"]
        site.go_on.set()
        assert status.result() == 200


def test_a_connection_left_open_is_not_waited_for(site):
    connection = http.client.HTTPConnection(*site.server.server_address, timeout=60)
    connection.request("GET", "/")
    assert connection.getresponse().read() == b"good"
    assert site.server.drain(60) == []


def test_nothing_is_answered_afterwards(site):
    site.server.drain(60)
    with pytest.raises(ConnectionRefusedError):
        site.get("/")
