"""The suggestion to pause: between items, once a dose, set aside with one press, and never in the way."""

from uuid import uuid4

import pytest

from annotation.labelling.reading import record_reading
from tests.annotation.scene import make_open_round, own_assignment, say
from tests.html import html_of

SUGGESTION = "This may be a good moment to pause"
MINUTE = 60_000


@pytest.fixture
def asha(cast):
    return cast.clinicians[0]


@pytest.fixture
def opened(cast):
    return make_open_round(cast, tasks=3, pause_after_minutes=10)


@pytest.fixture
def read(asha, opened):
    def read(minutes, uid="pilot-1"):
        own = own_assignment(asha, opened, uid)
        record_reading(person=asha, assignment=own, uuid=uuid4(), active_ms=minutes * MINUTE)

    return read


@pytest.fixture
def page(client, asha, opened):
    client.force_login(asha)

    def page(uid):
        return html_of(client.get(f"/label/pilot/{own_assignment(asha, opened, uid).item_id}/"))

    return page


def test_it_stands_before_an_item_and_never_on_one_that_was_begun(client, asha, opened, read, page):
    read(9)
    assert SUGGESTION not in page("pilot-2")
    read(1)
    assert SUGGESTION in page("pilot-2")
    assert SUGGESTION not in page("pilot-1")  # being read
    say(asha, opened, "pilot-2-1")
    assert SUGGESTION not in page("pilot-2")
    assert SUGGESTION in html_of(client.get("/label/pilot/"))


def test_it_stands_on_the_content_note_and_the_way_on_stays_open(client, asha, opened, read, page):
    asha.display = {}
    asha.save()
    read(10)
    shown = page("pilot-2")
    assert SUGGESTION in shown
    assert "Open the conversation" in shown


def test_a_conversation_opened_from_the_one_before_stays_closed_until_the_pause_was_suggested(
    client, asha, opened, read, page
):
    asha.display = {}
    asha.save()
    read(10)
    page("pilot-1")  # signs in
    url = f"/label/pilot/{own_assignment(asha, opened, 'pilot-2').item_id}/"
    answer = client.post(f"{url}reveal/", {"from": "item"}, follow=True)
    assert answer.redirect_chain == [(url, 302)]
    assert SUGGESTION in html_of(answer)
    assert own_assignment(asha, opened, "pilot-2").revealed_at is None
    client.post(f"{url}reveal/")
    assert own_assignment(asha, opened, "pilot-2").revealed_at is not None


def test_set_aside_it_leads_back_and_waits_for_another_dose(client, asha, opened, read, page, time_machine):
    time_machine.move_to("2026-07-14 09:00:00+00:00", tick=False)
    read(10)
    back = f"/label/pilot/{own_assignment(asha, opened, 'pilot-2').item_id}/"
    time_machine.move_to("2026-07-14 09:00:30+00:00", tick=False)
    answer = client.post("/label/pilot/pause/aside/", {"back": back})
    assert (answer.status_code, answer["Location"]) == (302, back)
    assert SUGGESTION not in page("pilot-2")
    time_machine.move_to("2026-07-14 09:11:00+00:00", tick=False)
    read(10)
    assert SUGGESTION in page("pilot-2")


def test_it_never_leads_to_another_site(client, asha, opened, page):
    for back in ("https://elsewhere.example/", "//elsewhere.example/", "javascript:alert(1)", ""):
        answer = client.post("/label/pilot/pause/aside/", {"back": back})
        assert answer["Location"] == "/label/pilot/"


def test_the_pause_page_is_calm_and_leads_back(client, asha, opened, page):
    answer = client.get("/label/pilot/pause/")
    assert answer.status_code == 200
    assert "Go on when you are ready" in html_of(answer)


def test_the_page_is_the_rater_s(client, cast, opened):
    for person, status in ((cast.admin, 403), (cast.outsider, 403)):
        client.force_login(person)
        assert client.get("/label/pilot/pause/").status_code == status
        assert client.post("/label/pilot/pause/aside/").status_code == status
    client.force_login(cast.clinicians[0])
    assert client.get("/label/nowhere/pause/").status_code == 404


def test_a_closed_round_suggests_nothing(client, asha, opened, read, page):
    read(10)
    opened.state, opened.closed_at = "closed", opened.opened_at
    opened.save()
    assert SUGGESTION not in html_of(client.get("/label/pilot/"))
