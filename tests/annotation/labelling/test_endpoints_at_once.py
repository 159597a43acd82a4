"""The same at each endpoint, by requests in threads of their own: one change once, and of two answers one."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client

from annotation.models import LabelEvent, TranscriptLabelEvent
from tests.annotation.long_scene import make_open_long_round, own_long
from tests.annotation.scene import make_open_round, own_assignment

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]
TOGETHER = 4
WORDS = {LabelEvent: ("met", "not_met"), TranscriptLabelEvent: ("violation", "no violation")}


@pytest.fixture(
    params=[
        (LabelEvent, "post", "/label/pilot/{}/save/"),
        (LabelEvent, "put", "/api/rounds/pilot/items/{}/labels/"),
        (TranscriptLabelEvent, "post", "/label/long/{}/save-whole/"),
        (TranscriptLabelEvent, "put", "/api/rounds/long/items/{}/whole-label/"),
    ],
    ids=["page", "api", "page, whole", "api, whole"],
)
def endpoint(request, cast):
    """The kind of event of one of the endpoints, and a call that sends bodies there as asha, all at once."""
    events, method, path = request.param
    asha = cast.clinicians[0]
    if events is LabelEvent:
        item = own_assignment(asha, make_open_round(cast), "pilot-1").item_id
    else:
        item = own_long(asha, make_open_long_round(cast), "long-1").item_id
    clients = [Client() for _ in range(TOGETHER)]
    for client in clients:
        client.force_login(asha)
    cache.clear()
    start = Barrier(TOGETHER)

    def send(client, body):
        try:
            start.wait(timeout=20)
            answer = getattr(client, method)(path.format(item), body, content_type="application/json")
            return answer.status_code, answer.json()
        finally:
            connection.close()

    def send_all(bodies):
        with ThreadPoolExecutor(TOGETHER) as pool:
            return list(pool.map(send, clients, bodies))

    return events, send_all


def change(value):
    """A first answer; an endpoint that needs no criterion does not mind one."""
    return {"uuid": str(uuid4()), "criterion": "pilot-1-1", "version": 0, "change": {"value": value}}


def test_one_change_sent_at_once_is_saved_once_and_answered_alike(endpoint):
    events, send_all = endpoint
    answers = send_all([change(WORDS[events][0])] * TOGETHER)
    assert {status for status, _ in answers} == {200}
    told = [{key: told for key, told in answer.items() if key != "is_repeat"} for _, answer in answers]
    assert told == [told[0]] * TOGETHER
    assert told[0]["saved"] is True
    assert told[0]["label"]["version"] == 1
    assert events.objects.count() == 1


def test_of_two_answers_on_one_version_one_is_saved_and_the_other_told(endpoint):
    events, send_all = endpoint
    answers = send_all([change(value) for value in WORDS[events] * (TOGETHER // 2)])
    saved = [answer["label"]["value"] for status, answer in answers if status == 200]
    refused = [answer for status, answer in answers if status == 409]
    assert len(saved) == len(refused) == TOGETHER // 2  # each answer was sent twice, and one of them won
    assert len(set(saved)) == 1
    assert {(one["code"], one["current"]["value"]) for one in refused} == {("conflict", saved[0])}
    assert {one["asked"]["value"] for one in refused} == set(WORDS[events]) - {saved[0]}
    assert events.objects.count() == TOGETHER // 2
