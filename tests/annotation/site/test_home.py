"""/: what waits for me, by role."""

import pytest

from annotation.models import Label, LabelStanding, Role
from annotation.site import to_do
from annotation.site.to_do import Waiting, add_source, waiting_for
from tests.annotation.scene import make_open_round, make_round, make_task, say, say_all
from tests.html import html_of

ROUND_A = Waiting("Round A", "2 of 8 items done.", "/label/a/", "Go on")


@pytest.fixture
def sources(monkeypatch):
    """An empty list of sources for one test."""
    monkeypatch.setattr(to_do, "_sources", [])


def test_a_visitor_is_sent_to_sign_in(client, db):
    answer = client.get("/")
    assert answer.status_code == 302
    assert answer.url == "/account/login/?next=/"


def test_someone_without_a_role_is_told_what_happens_next(client, cast):
    client.force_login(cast.outsider)
    answer = client.get("/")
    assert answer.status_code == 200
    assert "nothing is assigned to you yet" in html_of(answer)


def test_each_role_sees_its_own_work(client, cast, sources):
    add_source(Role.CLINICIAN, lambda person: [ROUND_A])
    client.force_login(cast.clinicians[0])
    page = html_of(client.get("/"))
    assert "Round A" in page
    assert "2 of 8 items done." in page
    assert 'href="/label/a/"' in page
    client.force_login(cast.author)
    page = html_of(client.get("/"))
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


def test_a_rater_is_led_to_what_is_left(client, cast):
    opened = make_open_round(cast, tasks=2)
    rater = cast.clinicians[0]
    client.force_login(rater)
    page = html_of(client.get("/"))
    assert "0 of 2 items are done." in page
    assert 'href="/label/pilot/">Begin' in page
    say(rater, opened, "pilot-1-1")
    assert 'href="/label/pilot/">Go on' in html_of(client.get("/"))
    say_all(rater, opened)
    assert "Nothing waits for you here" in html_of(client.get("/"))


def test_a_reworded_criterion_waits_for_the_rater_s_word(client, cast):
    opened = make_open_round(cast, tasks=1)
    rater = cast.clinicians[0]
    say_all(rater, opened)
    Label.objects.filter(rater=rater, criterion__criterion_id="pilot-1-2").update(
        standing=LabelStanding.CONFIRM
    )
    client.force_login(rater)
    page = html_of(client.get("/"))
    assert "One label waits for your word" in page
    assert 'href="/label/pilot/confirm/"' in page


def test_an_author_is_led_to_tasks_that_are_not_approved(client, cast):
    client.force_login(cast.author)
    assert "No task is a draft." in html_of(client.get("/"))
    make_task("approved")
    for number in (1, 2):
        make_task(f"draft-{number}", state="draft")
    page = html_of(client.get("/"))
    assert "2 tasks are drafts" in page
    assert 'href="/tasks/?state=draft"' in page
    listed = html_of(client.get("/tasks/?state=draft"))
    assert "draft-1" in listed
    assert "approved" not in listed.partition("<tbody>")[2]


@pytest.mark.parametrize("has_answered", [True, False])
def test_a_clinician_without_open_items_is_told_so(client, cast, has_answered):
    if has_answered:
        say_all(cast.clinicians[0], make_open_round(cast, tasks=1))
    client.force_login(cast.clinicians[0])
    assert "No open round has anything left for you." in html_of(client.get("/"))


def test_an_admin_is_told_of_drafts_and_of_rounds_to_close(client, cast):
    make_round(cast, name="later")
    opened = make_open_round(cast, tasks=1)
    client.force_login(cast.admin)
    page = html_of(client.get("/"))
    assert "Round later" in page
    assert "Round pilot" not in page
    for rater in cast.clinicians:
        say_all(rater, opened)
    assert "Every rater has finished." in html_of(client.get("/"))
