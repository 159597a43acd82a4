"""/judges/new/ and /judges/ID/change/."""

from decimal import Decimal

import pytest

from annotation.models import AuditEntry
from calibration.models import Judge
from calibration.panels.health import STALE, health
from tests.html import html_of

pytestmark = pytest.mark.both_databases

FACTS = {
    "provider": "maker/m",
    "family": "",
    "decoding": '{"temperature": 0}',
    "price_in": "3",
    "active": "on",
}


def test_only_admins_register_and_change(assert_answers, closed):
    assert_answers("/judges/new/")
    assert_answers(f"/judges/{Judge.objects.first().pk}/change/")


def test_a_judge_is_registered_with_what_is_known(visit, cast):
    answer = visit(cast.admin).post("/judges/new/", FACTS | {"judge_id": "maker/new"})
    assert (answer.status_code, answer.url) == (302, "/judges/")
    judge = Judge.objects.get()
    assert (judge.judge_id, judge.family, judge.decoding) == ("maker/new", "maker", {"temperature": 0})
    assert (judge.price_in, judge.price_out) == (Decimal(3), None)
    assert AuditEntry.objects.filter(verb="register_judge", actor=cast.admin).exists()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"judge_id": ""}, "required"),
        ({"judge_id": "m\u2028a"}, "cannot be seen"),
        ({"judge_id": "m/a"}, "is registered already"),
        ({"judge_id": "x", "decoding": "temperature 0"}, "Enter a valid JSON"),
        ({"judge_id": "x", "decoding": "[1]"}, "must be a JSON object"),
        ({"judge_id": "x", "price_in": "-1"}, "greater than or equal to 0"),
        ({"judge_id": "x", "price_in": "NaN"}, "Enter a number"),
    ],
)
def test_bad_facts_come_back_with_the_form(visit, cast, closed, change, said):
    before = Judge.objects.count()
    answer = visit(cast.admin).post("/judges/new/", FACTS | change)
    assert answer.status_code == 422
    assert said in html_of(answer)
    assert Judge.objects.count() == before


def test_changing_the_decoding_makes_its_panel_stale(visit, cast, panel):
    judge = Judge.objects.get(judge_id="m/a")
    url = f"/judges/{judge.pk}/change/"
    assert 'href="/panels/panel-1/"' in html_of(visit(cast.admin).get(url))
    visit(cast.admin).post(url, {"family": "m", "decoding": '{"temperature": 1}', "active": "on"})
    found = health(panel)
    assert found.state == STALE
    assert "decoding parameters of m/a" in found.reasons[0]
    assert AuditEntry.objects.get(verb="change_judge").detail["changed"] == ["decoding"]


def test_changing_nothing_leaves_no_trace(visit, cast, closed):
    judge = Judge.objects.get(judge_id="m/a")
    visit(cast.admin).post(f"/judges/{judge.pk}/change/", {"family": "m", "decoding": "{}", "active": "on"})
    assert not AuditEntry.objects.filter(verb="change_judge").exists()


def test_an_inactive_judge_is_no_candidate_and_keeps_its_votes(visit, cast, closed):
    judge = Judge.objects.get(judge_id="m/a")
    visit(cast.admin).post(f"/judges/{judge.pk}/change/", {"family": "m", "decoding": "{}"})
    judge.refresh_from_db()
    assert not judge.active
    assert judge.votes.count() == 16
    page = html_of(visit(cast.admin).get("/calibration/calibration/rank/"))
    assert 'value="m/a"' not in page


def test_an_unknown_judge_and_another_method(visit, cast, closed):
    assert visit(cast.admin).get("/judges/999/change/").status_code == 404
    assert visit(cast.admin).put("/judges/new/").status_code == 405
