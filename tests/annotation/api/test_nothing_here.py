"""An address below /api/ that is none is answered in JSON, however it is asked for and whoever asks."""

import pytest
from django.test import Client

from tests.annotation.api.conftest import Program

ADDRESSES = ("", "nowhere", "nowhere/", "rounds", "rounds/a/b/c/d/", "a%0Ab", "schema")


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("method", ["get", "post", "put", "patch", "delete"])
def test_it_is_said_in_json(db, address, method):
    answer = getattr(Client(enforce_csrf_checks=True), method)(f"/api/{address}")
    assert (answer.status_code, answer["Content-Type"]) == (404, "application/json")
    assert answer.json()["code"] == "not_there"
    assert "ends with a slash" in answer.json()["sentence"]


def test_what_is_there_is_still_found(program: Program):
    assert program.get("rounds/").status_code == 200
    assert program.get("schema/").status_code == 200


def test_only_what_is_below_it_counts(client, db):
    assert client.get("/apiary/")["Content-Type"].startswith("text/html")
