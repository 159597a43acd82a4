"""python -m benchmarks.pages.visit ROLE=NAME ...: open every page as these people and measure each.

Prints one JSON list of visits. Times are the fastest of several, in a process whose code is loaded.
"""

import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import django

FIRST, COLD, WARM = 1, 3, 5
HEADERS = {"HTTP_HOST": "127.0.0.1", "secure": True}


@dataclass(frozen=True)
class Measured:
    """One kind of visit: seconds on the clock and of the processor, and queries, of the fastest."""

    seconds: float
    cpu_seconds: float
    queries: int


@dataclass(frozen=True)
class Visit:
    """first: without kept arrays. cold: with them on disk, nothing in memory. warm: all in memory."""

    role: str
    address: str
    status: int
    first: Measured
    cold: Measured
    warm: Measured


def main(words: list[str]) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    people = dict(word.split("=", 1) for word in words)
    visits = [asdict(visit) for role, name in people.items() for visit in visits_of(role, name)]
    print(json.dumps(visits))


def visits_of(role: str, name: str) -> Iterator[Visit]:
    """Every page that answers this person with 200, after all of them were opened once."""
    from django.test import Client

    from annotation.models import Person
    from benchmarks.pages.addresses import every_address

    client = Client(raise_request_exception=False)
    client.force_login(Person.objects.get(username=name), "django.contrib.auth.backends.ModelBackend")
    statuses = {address: _status(client, address) for address in every_address()}
    for address, status in statuses.items():
        if status == 200:
            yield _visit(client, role, address)


def _status(client: Any, address: str) -> int:
    response = client.get(address, **HEADERS)
    _body(response)
    return response.status_code


def _visit(client: Any, role: str, address: str) -> Visit:
    from django.conf import settings

    from benchmarks.pages.memory import discard_files, forget

    def nothing() -> None:
        """All that is in memory stays."""

    def forget_all() -> None:
        discard_files(Path(settings.DATA_DIR))
        forget()

    first = _fastest(client, address, FIRST, forget_all)
    cold = _fastest(client, address, COLD, forget)
    warm = _fastest(client, address, WARM, nothing)
    return Visit(role, address, 200, first, cold, warm)


def _fastest(client: Any, address: str, times: int, before: Callable[[], None]) -> Measured:
    found = []
    for _ in range(times):
        before()
        found.append(_measured(client, address))
    fewest = min(one.queries for one in found)
    quickest = min(found, key=lambda one: one.seconds)
    return Measured(quickest.seconds, min(one.cpu_seconds for one in found), fewest)


def _measured(client: Any, address: str) -> Measured:
    from django.db import connection

    count = 0

    def counting(execute: Callable[..., Any], *arguments: Any) -> Any:
        nonlocal count
        count += 1
        return execute(*arguments)

    with connection.execute_wrapper(counting):
        started, used = time.perf_counter(), time.process_time()
        response = client.get(address, **HEADERS)
        _body(response)
        return Measured(time.perf_counter() - started, time.process_time() - used, count)


def _body(response: Any) -> bytes:
    return b"".join(response) if response.streaming else response.content


if __name__ == "__main__":
    main(sys.argv[1:])
