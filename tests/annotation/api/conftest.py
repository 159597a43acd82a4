"""A program that speaks for a person, by the person's session."""

import json

import pytest
from django.core.cache import cache
from django.test import Client

from annotation.models import Person
from tests.annotation.scene import make_open_round, own_assignment


class Program:
    """Calls the API as one person; bodies go out as JSON."""

    def __init__(self, person: Person | None) -> None:
        self.client = Client(raise_request_exception=False)
        if person is not None:
            self.client.force_login(person)

    def get(self, path: str):
        return self.client.get(f"/api/{path}")

    def post(self, path: str, body=None):
        return self.client.post(f"/api/{path}", _text(body), content_type="application/json")

    def put(self, path: str, body=None):
        return self.client.put(f"/api/{path}", _text(body), content_type="application/json")


def _text(body) -> str:
    return body if isinstance(body, str) else json.dumps(body)


@pytest.fixture(autouse=True)
def fresh_throttle():
    """The throttle counts by a person's key, which the next test's person has again."""
    cache.clear()


@pytest.fixture
def asha(cast):
    return cast.clinicians[0]


@pytest.fixture
def opened(cast):
    return make_open_round(cast)


@pytest.fixture
def here(asha, opened) -> str:
    """The path of asha's item of pilot-1."""
    return f"rounds/pilot/items/{own_assignment(asha, opened, 'pilot-1').item_id}/"


@pytest.fixture
def program(asha, opened) -> Program:
    return Program(asha)
