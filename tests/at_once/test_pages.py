"""The same at the pages: three who send one form get one done and two forms back with the sentence."""

from html import unescape

import pytest
from django.test import Client

from annotation.people.invitations import invite_person
from tests.annotation.scene import make_round
from tests.at_once.together import together
from tests.calibration.builders import make_responses, make_tasks
from tests.html import html_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


def send_at_once(clients, addresses, forms):
    """(status, page) of each answer, by status."""

    def send(client, address, form):
        answer = client.post(address, form)
        return answer.status_code, unescape(html_of(answer))

    calls = [lambda one=one: send(*one) for one in zip(clients, addresses, forms, strict=True)]
    return sorted(together(calls))


def signed_in(person, number):
    clients = [Client() for _ in range(number)]
    for client in clients:
        client.force_login(person)
    return clients


def test_a_judge_is_registered_by_one_of_three(cast):
    form = {"judge_id": "a/x", "decoding": "{}"}
    answers = send_at_once(signed_in(cast.admin, 3), ["/judges/new/"] * 3, [form] * 3)
    assert [status for status, _ in answers] == [302, 422, 422]
    assert all("A judge named a/x is registered already" in page for _, page in answers[1:])


def test_a_round_is_made_by_one_of_three(cast):
    make_round(cast)
    raters = {f"rater_{n}": person.pk for n, person in enumerate(cast.clinicians, start=1)}
    form = {
        "name": "autumn",
        "purpose": "labelling",
        "attempts": 1,
        "seed": 1,
        "sitting_size": 5,
        "retest_share": 0,
        "retest_min_days": 1,
        "pause_after_minutes": 5,
        "pause_after_high_severity": 5,
        **raters,
    }
    answers = send_at_once(signed_in(cast.admin, 3), ["/rounds/new/"] * 3, [form] * 3)
    assert [status for status, _ in answers] == [302, 422, 422]
    assert all("A round named 'autumn' exists already" in page for _, page in answers[1:])


def test_a_set_is_drawn_by_one_of_three(cast):
    make_responses(make_tasks(4, 2))
    form = {"name": "cal", "size": 2, "per_task": 1, "seed": 1}
    answers = send_at_once(signed_in(cast.admin, 3), ["/calibration/new/"] * 3, [form] * 3)
    assert [status for status, _ in answers] == [302, 422, 422]
    assert all("A calibration set named 'cal' exists already" in page for _, page in answers[1:])


def test_a_user_name_goes_to_one_of_two_who_arrive(cast):
    clients = [Client(), Client()]
    for client, email in zip(clients, ("noor@example.org", "nora@example.org"), strict=True):
        _, token = invite_person(actor=cast.admin, email=email, roles=["viewer"])
        client.get(f"/invitation/{token}/")
    form = {"username": "noor", "first_name": "N", "last_name": "H"}
    form |= {"password": "rain on a tin roof", "password_again": "rain on a tin roof"}
    answers = send_at_once(clients, ["/invitation/"] * 2, [form] * 2)
    assert [status for status, _ in answers] == [302, 422]
    assert "This user name is taken" in answers[1][1]
