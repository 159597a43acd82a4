"""/calibration/, /calibration/new/ and /calibration/NAME/set/."""

import pytest

from annotation.models import Round
from calibration.models import CalibrationSet
from tests.calibration.builders import make_responses, make_tasks
from tests.html import html_of

MODELS = ("maker/a", "maker/b", "maker/c", "maker/d")


@pytest.fixture
def corpus(db):
    return make_responses(make_tasks(10), MODELS)


def test_only_admins_see_the_lists(assert_answers, db):
    assert_answers("/calibration/")
    assert_answers("/calibration/new/")


def test_the_list_is_empty_with_a_next_step(visit, cast):
    page = html_of(visit(cast.admin).get("/calibration/"))
    assert "No round yet." in page
    assert "Draw a set" in page


def test_a_closed_round_links_to_its_agreement_and_ranking(visit, cast, ranking):
    page = html_of(visit(cast.admin).get("/calibration/"))
    assert 'href="/calibration/calibration/"' in page
    assert f'href="/rankings/{ranking.pk}/"' in page


def test_an_open_round_is_not_compared(visit, cast, closed):
    Round.objects.update(state="open", closed_at=None)
    page = html_of(visit(cast.admin).get("/calibration/"))
    assert "Read the agreement" not in page
    assert "Follow its progress" in page


def test_drawing_a_set_with_its_clinicians(visit, cast, corpus):
    raters = {f"rater_{n}": rater.pk for n, rater in enumerate(cast.clinicians, start=1)}
    asked = {"name": "cal", "size": 5, "per_task": 2, "seed": 1} | raters
    answer = visit(cast.admin).post("/calibration/new/", asked, follow=True)
    assert answer.redirect_chain == [("/calibration/cal/set/", 302)]
    page = html_of(answer)
    assert "5 tasks, 10 responses, 30 pairs to label." in page
    assert Round.objects.get(name="cal").state == "draft"
    assert CalibrationSet.objects.get().drawn_by == cast.admin


def test_a_set_without_clinicians_gets_its_round_later(visit, cast, corpus):
    admin = visit(cast.admin)
    admin.post("/calibration/new/", {"name": "cal", "size": 5, "per_task": 2, "seed": 1})
    assert "Make the draft round" in html_of(admin.get("/calibration/cal/set/"))
    raters = {f"rater_{n}": rater.pk for n, rater in enumerate(cast.clinicians, start=1)}
    answer = admin.post("/calibration/cal/set/", raters)
    assert (answer.status_code, answer.url) == (302, "/rounds/cal/")
    again = admin.post("/calibration/cal/set/", raters)
    assert again.status_code == 422
    assert "has its round already" in html_of(again)
    assert admin.post("/rounds/cal/withdraw/").status_code == 302
    assert "Make the draft round" in html_of(admin.get("/calibration/cal/set/"))
    assert admin.post("/calibration/cal/set/", raters).url == "/rounds/cal/"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"size": 11}, "only 10 tasks are approved and public"),
        ({"per_task": 5}, "tasks with 5 readable responses each are needed"),
        ({"seed": 2**32}, "less than or equal to 4294967295"),
        ({"size": 0}, "greater than or equal to 1"),
        ({"name": ""}, "required"),
        ({"name": "a/b"}, "cannot stand in an address"),
    ],
)
def test_bad_input_comes_back_with_the_form(visit, cast, corpus, change, said):
    asked = {"name": "cal", "size": 5, "per_task": 2, "seed": 1} | change
    answer = visit(cast.admin).post("/calibration/new/", asked)
    assert answer.status_code == 422
    assert said in html_of(answer)
    assert not CalibrationSet.objects.exists()


def test_the_same_clinician_twice_is_refused(visit, cast, corpus):
    raters = {f"rater_{n}": cast.clinicians[0].pk for n in (1, 2, 3)}
    asked = {"name": "cal", "size": 5, "per_task": 2, "seed": 1} | raters
    answer = visit(cast.admin).post("/calibration/new/", asked)
    assert answer.status_code == 422
    assert "three different people" in html_of(answer)
    assert not CalibrationSet.objects.exists()


def test_a_set_of_that_name_is_nowhere(visit, cast):
    assert visit(cast.admin).get("/calibration/none/set/").status_code == 404


def test_other_methods_are_refused(visit, cast):
    assert visit(cast.admin).post("/calibration/").status_code == 405
    assert visit(cast.admin).put("/calibration/new/").status_code == 405
