"""/rounds/ROUND/unassigned/: for admins, and not for one who rates in the round."""

import pytest

from annotation.care.opt_out import leave_out_item
from annotation.models import Assignment, Role, RoleGrant
from tests.annotation.scene import make_open_round, own_assignment
from tests.cast import make_person
from tests.html import html_of

URL = "/rounds/pilot/unassigned/"


@pytest.fixture
def noor(cast):
    return make_person("noor", Role.CLINICIAN)


@pytest.fixture
def hole(cast):
    bela = cast.clinicians[1]
    own = own_assignment(bela, make_open_round(cast), "pilot-1")
    leave_out_item(person=bela, assignment=own)
    return own.item


def test_it_gives_the_item_to_somebody_else(client, cast, hole, noor):
    client.force_login(cast.admin)
    detail = " ".join(html_of(client.get("/rounds/pilot/")).split())
    assert "1 item of this round lacks a rater" in detail
    page = html_of(client.get(URL))
    assert "1 of 3 places unassigned" in page
    assert ">noor<" in page
    assert ">bela<" not in page
    page = html_of(client.post(URL, {"item": hole.pk, "rater": noor.pk}, follow=True))
    assert f"Item {hole.position} was given to noor." in page
    assert "Every item has its raters" in page
    client.force_login(noor)
    assert client.get("/label/pilot/").status_code == 200


@pytest.mark.parametrize(
    "sent", [{}, {"item": "x", "rater": "1"}, {"item": "99999999", "rater": "1"}, {"item": "1" * 30}]
)
def test_bad_input_changes_nothing(client, cast, hole, sent):
    client.force_login(cast.admin)
    answer = client.post(URL, sent, follow=True)
    assert "Please choose who takes the item." in html_of(answer)
    assert not Assignment.objects.filter(in_place_of__isnull=False).exists()


def test_somebody_who_had_it_is_refused_in_a_sentence(client, cast, hole):
    client.force_login(cast.admin)
    sent = {"item": hole.pk, "rater": cast.clinicians[1].pk}
    assert "bela cannot take this item" in html_of(client.post(URL, sent, follow=True))


@pytest.mark.parametrize(("who", "status"), [("author", 403), ("viewer", 403), ("outsider", 403)])
def test_others_have_no_such_page(client, cast, hole, who, status):
    client.force_login(getattr(cast, who))
    assert client.get(URL).status_code == status


def test_an_admin_who_rates_in_the_round_stays_blind(client, cast, hole):
    rater = cast.clinicians[0]
    RoleGrant.objects.create(person=rater, role=Role.ADMIN)
    client.force_login(rater)
    assert client.get(URL).status_code == 404
    assert "lacks a rater" not in html_of(client.get("/rounds/pilot/"))
