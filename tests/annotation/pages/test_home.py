"""/: what waits for me, by role."""

import pytest

from annotation import waiting
from annotation.models import Role
from annotation.waiting import Waiting, add_source, waiting_for

ROUND_A = Waiting("Round A", "2 of 8 items done.", "/label/a/", "Go on")


@pytest.fixture
def sources(monkeypatch):
    """An empty list of sources for one test."""
    monkeypatch.setattr(waiting, "_sources", [])


def test_a_visitor_is_sent_to_sign_in(client, db):
    answer = client.get("/")
    assert answer.status_code == 302
    assert answer.url == "/account/login/?next=/"


def test_someone_without_a_role_is_told_what_happens_next(client, cast):
    client.force_login(cast.outsider)
    answer = client.get("/")
    assert answer.status_code == 200
    assert "nothing is assigned to you yet" in answer.content.decode()


def test_each_role_sees_its_own_work(client, cast, sources):
    add_source(Role.CLINICIAN, lambda person: [ROUND_A])
    client.force_login(cast.clinicians[0])
    page = client.get("/").content.decode()
    assert "Round A" in page
    assert "2 of 8 items done." in page
    assert 'href="/label/a/"' in page
    client.force_login(cast.author)
    page = client.get("/").content.decode()
    assert "Round A" not in page
    assert "Nothing waits for you here" in page


def test_a_source_is_asked_about_the_person_and_once(cast, sources):
    asked = []

    def source(person):
        asked.append(person)
        return []

    add_source(Role.ADMIN, source)
    add_source(Role.ADMIN, source)
    assert waiting_for(cast.admin) == [(Role.ADMIN, [])]
    assert asked == [cast.admin]


def test_home_only_reads(client, cast):
    client.force_login(cast.admin)
    assert client.post("/").status_code == 405
