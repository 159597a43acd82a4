"""Nonsense sent to where labels and reading time are saved: JSON with a sentence, and no change."""

import json
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.test import Client

from annotation.models import LabelEvent, ReadingTime, TranscriptLabelEvent
from tests.annotation.long_scene import make_open_long_round, own_long
from tests.annotation.scene import make_open_round, own_assignment

# A program may mean to send a table, a page's script never does.
TABLES_ELSEWHERE = " Tables come in on the page /tables/, or with manage.py import_table."
JSON = "application/json"
FORM = "application/x-www-form-urlencoded"
TOKEN = "t" * 32
PART = b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--x--\r\n'
SOUND = {"version": 0, "criterion": "pilot-1-1", "active_ms": 1}


@pytest.fixture
def endpoints(cast):
    """Each endpoint as (method, address, a value it would take), for asha's two items."""
    asha = cast.clinicians[0]
    own = own_assignment(asha, make_open_round(cast), "pilot-1").item_id
    long = own_long(asha, make_open_long_round(cast), "long-1").item_id
    return [
        ("POST", f"/label/pilot/{own}/save/", "met"),
        ("POST", f"/label/long/{long}/save-whole/", "violation"),
        ("POST", f"/label/pilot/{own}/reading/", None),
        ("PUT", f"/api/rounds/pilot/items/{own}/labels/", "met"),
        ("PUT", f"/api/rounds/long/items/{long}/whole-label/", "violation"),
        ("POST", f"/api/rounds/pilot/items/{own}/reading/", None),
    ]


@pytest.fixture
def send(cast, settings):
    """Send as asha's browser does, with her token; a server error is an answer like any other."""
    cache.clear()
    settings.DEBUG = True  # its technical pages would be answers too
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    client.force_login(cast.clinicians[0])
    client.cookies["csrftoken"] = TOKEN

    def send(method, url, body, content_type=JSON):
        body = body if isinstance(body, bytes) else json.dumps(body).encode()
        return client.generic(method, url, body, content_type=content_type, headers={"X-CSRFToken": TOKEN})

    return send


def assert_refused(answer, *statuses):
    assert answer.status_code in statuses
    assert answer["Content-Type"] == JSON
    assert answer.json()["saved"] is False
    assert answer.json()["sentence"].endswith(".")
    for rows in (LabelEvent, TranscriptLabelEvent, ReadingTime):
        assert not rows.objects.exists()


@pytest.mark.parametrize(
    ("body", "content_type", "status"),
    [
        (b'{"a": "' + b"x" * 2_100_000 + b'"}', JSON, 413),
        (b'{"a": "' + b"x" * 3_000_000 + b'"}', JSON, 413),  # more than Django itself reads
        (b"a=" + b"x" * 3_000_000, FORM, 415),
        (b"&".join(b"a%d=1" % n for n in range(1500)), FORM, 415),
        (PART, "multipart/form-data; boundary=x", 415),
        (b"no parts", "multipart/form-data", 415),
        (b"{}", "text/plain", 415),
        (b"{", JSON, 422),
        (b" ", JSON, 422),
        (b"[]", JSON, 422),
        (b'{"uuid": "\xff\xfe"}', JSON, 422),
        (b"[" * 200_000, JSON, 422),
        (b'{"a":' * 100_000, JSON, 422),
        (b'{"version": ' + b"9" * 5000 + b"}", JSON, 422),  # longer than Python reads a number
    ],
    ids=range(14),
)
def test_a_body_that_cannot_be_read(send, endpoints, body, content_type, status):
    words = set()
    for method, url, _ in endpoints:
        answer = send(method, url, body, content_type)
        assert_refused(answer, status)
        said = answer.json()["sentence"].removesuffix(TABLES_ELSEWHERE)
        words.add((answer.json()["code"], said))
    assert len(words) == 1  # the pages' endpoints and the API's refuse in the same words


@pytest.mark.parametrize("uuid", [None, 7, "", "1", "\0", "\ud800", "0" * 33, [], {}])
def test_a_number_of_its_own_that_is_none(send, endpoints, uuid):
    for method, url, value in endpoints:
        assert_refused(send(method, url, SOUND | {"uuid": uuid, "change": {"value": value}}), 422)


@pytest.mark.parametrize(
    "fields",
    [
        {"version": 10**30},
        {"version": 2**31},
        {"version": 1.5},
        {"version": float("nan")},
        {"change": {"note": "a\0b"}},
        {"change": {"note": "\ud800"}},
        {"change": {"note": ["a"]}},
        {"change": {"value": ["met"]}},
        {"change": {"value": {"met": 1}}},
        {"change": {"evidence_turns": [10**30]}},
        {"change": {"evidence_turns": [10**4000]}},
        {"change": {"flagged": 10**30}},
    ],
)
def test_a_change_that_no_row_can_hold(send, endpoints, fields):
    for method, url, value in endpoints:
        if value is not None:
            body = SOUND | {"uuid": str(uuid4()), "change": {"value": value}} | fields
            assert_refused(send(method, url, body), 422)


def test_the_bounds_of_a_version_are_named(send, endpoints):
    method, url, value = endpoints[0]
    body = SOUND | {"uuid": str(uuid4()), "change": {"value": value}, "version": 2**31}
    assert "from 0 to 2147483647" in send(method, url, body).json()["sentence"]


def test_a_reading_time_out_of_all_proportion_counts_nothing(send, endpoints):
    for method, url, value in endpoints:
        if value is None:
            body = {"uuid": str(uuid4()), "active_ms": 10**30}
            assert send(method, url, body).status_code in (200, 204)
    assert not ReadingTime.objects.exists()


def test_a_form_that_carries_no_token_is_turned_away_by_its_kind(endpoints, cast):
    client = Client(enforce_csrf_checks=True)
    client.force_login(cast.clinicians[0])
    for method, url, _ in endpoints[:3]:
        assert_refused(client.generic(method, url, b"a=1", content_type=FORM), 415)
        assert client.generic(method, url, b"{}", content_type=JSON).status_code == 403
