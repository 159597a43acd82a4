"""Tasks: the list with filters, and one task with its history."""

import pytest

from tests.annotation.scene import make_task, revise
from tests.html import html_of

pytestmark = pytest.mark.both_databases


@pytest.fixture
def tasks(db):
    first = make_task("T-first", criteria=3, prompts=2)
    make_task("T-second", split="private", sub_category="Psychosis")
    revise(first, {"T-first-1": "The reply does it, in other words.", "T-first-2": "And this."})
    return first


def test_authors_and_admins_read_tasks_and_nobody_else(client, cast, tasks):
    for person, status in ((cast.author, 200), (cast.admin, 200), (cast.viewer, 403), (cast.outsider, 403)):
        client.force_login(person)
        assert client.get("/tasks/").status_code == status
        assert client.get("/tasks/T-first/").status_code == status
    client.force_login(cast.clinicians[0])
    assert client.get("/tasks/T-first/").status_code == 403
    client.logout()
    assert client.get("/tasks/").status_code == 302


def test_a_task_with_slashes_in_its_id_has_its_page(client, cast, tasks):
    make_task("set/one/T-third")
    client.force_login(cast.author)
    assert "/tasks/set/one/T-third/" in html_of(client.get("/tasks/"))
    assert client.get("/tasks/set/one/T-third/").context["task"].uid == "set/one/T-third"


def test_filters_narrow_the_list(client, cast, tasks):
    client.force_login(cast.author)
    assert "T-second" in html_of(client.get("/tasks/"))
    text = html_of(client.get("/tasks/?split=public"))
    assert "T-first" in text
    assert "T-second" not in text
    assert "No task matches" in html_of(client.get("/tasks/?uid=nothing"))


def test_an_unknown_filter_is_said(client, cast, tasks):
    client.force_login(cast.author)
    assert client.get("/tasks/?age=young").status_code == 404


def test_a_task_shows_its_newest_rubric_and_every_step(client, cast, tasks):
    client.force_login(cast.author)
    text = html_of(client.get("/tasks/T-first/"))
    assert "What the user wrote in turn 2 of T-first." in text
    assert "The reply does it, in other words." in text
    assert "thing number 3" not in text
    assert "Rubric 1" in text
    assert "Rubric 2" in text


def test_an_unknown_task_is_not_found(client, cast, tasks):
    client.force_login(cast.admin)
    assert client.get("/tasks/T-none/").status_code == 404


def test_reading_is_all_that_can_be_done(client, cast, tasks):
    client.force_login(cast.admin)
    assert client.post("/tasks/").status_code == 405
    assert client.post("/tasks/T-first/").status_code == 405
