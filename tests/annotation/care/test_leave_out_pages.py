"""The pages on which a rater leaves something out and takes it back."""

import re

import pytest

from annotation.access import assignments_for
from annotation.care.opt_out import leave_out_item, leave_out_topic
from annotation.models import AuditEntry, TopicOptOut
from tests.annotation.scene import make_open_round, own_assignment
from tests.html import html_of


@pytest.fixture
def asha(cast):
    return cast.clinicians[0]


@pytest.fixture
def opened(cast):
    return make_open_round(cast)


@pytest.fixture
def url(asha, opened):
    return f"/label/pilot/{own_assignment(asha, opened, 'pilot-1').item_id}/leave-out/"


def n_items(person):
    return assignments_for(person).count()


def test_it_asks_which_and_never_why(client, asha, url):
    client.force_login(asha)
    page = html_of(client.get(url))
    assert "Leave out this conversation" in page
    assert "Everything about “Grief &amp; Loss”" in page
    assert "<textarea" not in page
    assert n_items(asha) == 2


@pytest.mark.parametrize(("what", "left"), [("item", 1), ("topic", 0)])
def test_it_goes_and_the_next_item_comes(client, asha, url, what, left):
    client.force_login(asha)
    n_audited = AuditEntry.objects.count()
    answer = client.post(url, {"what": what}, follow=True)
    assert answer.status_code == 200
    assert "It is left out. Nobody is told" in html_of(answer)
    assert n_items(asha) == left
    assert TopicOptOut.objects.exists() is (what == "topic")
    assert AuditEntry.objects.count() == n_audited
    assert client.get(url).status_code == 404


def test_a_save_to_it_is_answered_as_to_any_item_that_is_not_there(client, asha, opened, url):
    own = own_assignment(asha, opened, "pilot-1")
    leave_out_item(person=asha, assignment=own)
    client.force_login(asha)
    answer = client.post(f"/label/pilot/{own.item_id}/save/", b"{}", content_type="application/json")
    assert answer.status_code == 404


@pytest.mark.parametrize(("who", "status"), [("author", 403), ("admin", 403), ("outsider", 403)])
def test_others_have_no_such_page(client, cast, url, who, status):
    client.force_login(getattr(cast, who))
    assert client.get(url).status_code == status
    assert client.post(url, {"what": "item"}).status_code == status
    assert n_items(cast.clinicians[0]) == 2


def test_what_i_leave_out_lists_it_and_brings_it_back(client, asha, opened):
    own = own_assignment(asha, opened, "pilot-1")
    leave_out_item(person=asha, assignment=own)
    client.force_login(asha)
    assert f"Item {own.order} of your order in pilot" in html_of(client.get("/account/topics/"))
    answer = client.post(f"/label/pilot/{own.item_id}/take-back/")
    assert (answer.status_code, answer["Location"]) == (302, f"/label/pilot/{own.item_id}/")
    assert n_items(asha) == 2
    assert client.post(f"/label/pilot/{own.item_id}/take-back/").status_code == 404


def test_topics_are_left_out_and_taken_back_by_their_list(client, asha, opened):
    client.force_login(asha)
    page = html_of(client.post("/account/topics/", {"leave_out": "Grief & Loss"}, follow=True))
    assert "The topic is left out. 2 items went with it. Nobody is told." in page
    assert "Let it come again" in page
    client.post("/account/topics/", {"take_back": "Grief & Loss"})
    assert TopicOptOut.objects.get().ended_at is not None
    for sent in ({"leave_out": "Weather"}, {"take_back": "\0"}, {}):
        answer = client.post("/account/topics/", sent)
        assert answer.status_code == 422
        assert "no such topic" in html_of(answer)


def test_nobody_else_sees_what_somebody_leaves_out(client, cast, asha, opened):
    """An admin's pages are the same before and after, but for the item that lacks a rater."""
    own = own_assignment(asha, opened, "pilot-1")
    pages = ("/", "/rounds/", "/people/", "/audit/", f"/people/{asha.pk}/")
    client.force_login(cast.admin)
    before = {url: _without_tokens(client.get(url)) for url in pages}
    leave_out_item(person=asha, assignment=own)
    leave_out_topic(person=asha, sub_category="Eating Disorders")
    assert {url: _without_tokens(client.get(url)) for url in pages} == before
    for url in ("/rounds/pilot/", "/rounds/pilot/unassigned/", "/rounds/pilot/close/"):
        page = html_of(client.get(url))
        assert "opted" not in page.lower()
        assert "left out" not in page.lower()
        assert "Eating Disorders" not in page
    assert "asha" not in html_of(client.get("/rounds/pilot/unassigned/"))
    assert html_of(client.get("/account/topics/")).count("Item ") == 0


def _without_tokens(answer):
    return re.sub(r"[A-Za-z0-9]{64}", "", html_of(answer))
