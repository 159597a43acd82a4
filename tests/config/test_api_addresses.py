"""The API's addresses are looked up among all addresses, everything else among those of the pages."""

import pytest
from django.test import Client

from config.api import API_URLCONF, APIAddressesMiddleware


@pytest.mark.parametrize(
    ("path", "is_api"),
    [
        ("/api", True),
        ("/api/", True),
        ("/api/rounds/", True),
        ("/apiary/", False),
        ("/tasks/api/", False),
        ("/", False),
    ],
)
def test_only_what_is_below_api_is_looked_up_there(rf, path, is_api):
    request = rf.get(path)
    APIAddressesMiddleware(lambda request: None)(request)
    assert getattr(request, "urlconf", None) == (API_URLCONF if is_api else None)


def test_an_address_without_its_slash_leads_to_the_api(client, db):
    answer = client.get("/api")
    assert (answer.status_code, answer["Location"]) == (301, "/api/")
    assert client.get("/api/").json()["code"] == "not_there"


def test_a_post_there_is_refused_by_the_api_and_not_by_a_page_about_a_token(db):
    answer = Client(enforce_csrf_checks=True).post("/api/schema/", {"a": 1})
    assert answer.status_code in (401, 403)
    assert not answer["Content-Type"].startswith("text/html")
