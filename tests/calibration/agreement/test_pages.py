"""/calibration/ROUND/: agreement for admins and the round's raters, once it is closed."""

import csv
import re

import pytest

from annotation.models import EvaluatedModel, Label, Round
from tests.calibration.builders import make_responses, make_round, make_tasks
from tests.calibration.conftest import GOLD, Answers
from tests.html import html_of


@pytest.fixture
def url(closed):
    return f"/calibration/{closed.name}/"


def test_admins_and_raters_read_it(assert_answers, url):
    assert_answers(url, Answers(clinician=200, author=404, viewer=404, outsider=404))
    assert_answers(f"{url}agreement.csv", Answers(clinician=200, author=404, viewer=404, outsider=404))


def test_while_the_round_is_open_nobody_compares_labels(assert_answers, url):
    Round.objects.update(state="open", closed_at=None)
    assert_answers(url, Answers(admin=403, clinician=403, author=404, viewer=404, outsider=404))
    assert_answers(
        f"{url}agreement.csv", Answers(admin=403, clinician=403, author=404, viewer=404, outsider=404)
    )


def test_overall_slices_pairs_and_what_was_said(visit, cast, url):
    page = html_of(visit(cast.admin).get(url))
    # 16 pairs, 15 unanimous, one two to one: pa = (15 + 1/3) / 16 = .958
    assert "16 used of 16 found" in page
    assert ".958" in page
    assert "Prevalence of met" in page
    assert "Identification" in page
    assert "Rater 1" in page
    assert "the others" in page
    assert "What these numbers mean here" in page
    assert "Here no judgment is missing, so the forms agree." in page


def test_raters_see_numbers_where_admins_see_names(visit, cast, url):
    assert "Rater 2, bela" in html_of(visit(cast.admin).get(url))
    page = html_of(visit(cast.clinicians[0]).get(url))
    assert "Rater 1, you" in page
    assert "bela" not in page
    assert "Rankings of the judges" not in page


@pytest.mark.parametrize("by", ["subcategory", "stage", "age", "intent", "explicitness", "turns", "model"])
def test_every_slice_has_a_page(visit, cast, url, by):
    page = visit(cast.admin).get(url, {"by": by})
    assert page.status_code == 200
    assert f'href="?by={by}#slices" aria-current="true"' in html_of(page)


def test_a_rater_of_another_open_round_stays_blind_to_model_names(visit, cast, url):
    make_round(
        cast.clinicians,
        make_responses(make_tasks(1, prefix="U"), ("x/two",)),
        [[-1] * 3] * 3,
        name="other",
        state="open",
    )
    assert visit(cast.clinicians[0]).get(url, {"by": "model"}).status_code == 404
    page = html_of(visit(cast.clinicians[0]).get(url))
    assert "x/two" not in page
    assert "?by=model" not in page
    table = visit(cast.clinicians[0]).get(f"{url}agreement.csv").content.decode()
    assert "x/two" not in table
    assert "x/two" in visit(cast.admin).get(f"{url}agreement.csv").content.decode()


def test_contested_criteria_link_to_the_discussion(visit, cast, url):
    page = html_of(visit(cast.admin).get(url))
    assert "Most contested criteria" in page
    assert 'href="/rounds/calibration/discussion/"' in page


def test_the_csv_has_one_row_a_coefficient_and_slice(visit, cast, url):
    text = visit(cast.admin).get(f"{url}agreement.csv").content.decode()
    rows = list(csv.DictReader(text.splitlines()))
    overall = next(r for r in rows if r["slice"] == "overall" and r["coefficient"] == "percent_agreement")
    assert float(overall["value"]) == pytest.approx((15 + 1 / 3) / 16)
    assert {row["by"] for row in rows} >= {"", "dimension", "model"}


def test_the_csv_guards_names_that_a_spreadsheet_would_run(visit, cast, url):
    EvaluatedModel.objects.filter(model_id="x/two").update(model_id="=x/two")
    text = visit(cast.admin).get(f"{url}agreement.csv").content.decode()
    assert ",'=x/two," in text
    assert ",=x/two," not in text


def test_a_round_with_one_rater_says_why_there_is_no_value(visit, cast, url):
    Label.objects.exclude(rater=cast.clinicians[0]).delete()
    page = html_of(visit(cast.admin).get(url))
    assert "No response and criterion pair has two ratings" in page
    assert "0 used of 16 found" in page
    assert not re.search(r"\bnan\b", page, re.IGNORECASE)  # as a word: a CSRF token may hold any three signs


def test_one_category_says_why(visit, cast):
    made = make_round(cast.clinicians, make_responses(make_tasks(2, 2)), [[1, 1, 1]] * 4, name="all-met")
    page = html_of(visit(cast.admin).get(f"/calibration/{made.name}/"))
    assert "Every rating is in the same category" in page
    assert "The clinicians agree on every criterion" in page


def test_a_round_without_pairs_says_so(visit, cast):
    made = make_round(cast.clinicians, [], [], name="empty")
    answer = visit(cast.admin).get(f"/calibration/{made.name}/")
    assert answer.status_code == 200
    assert "nothing can be compared" in html_of(answer)
    assert visit(cast.admin).get(f"/calibration/{made.name}/agreement.csv").status_code == 422


def test_before_and_after_a_discussion(visit, cast, closed, url):
    responses = [item.response for item in closed.items.order_by("position")]
    after = make_round(cast.clinicians, responses, [[met] * 3 for met in GOLD], name="after")
    Round.objects.filter(pk=after.pk).update(purpose="post_discussion", predecessor=closed)
    page = html_of(visit(cast.admin).get(url))
    assert "Before and after the discussion" in page
    assert "Rater 3, carmen changed 1 of 16 judgments." in page
    assert "Rater 1, asha changed 0 of 16 judgments." in page


def test_an_unknown_round_and_another_method(visit, cast, url):
    assert visit(cast.admin).get("/calibration/none/").status_code == 404
    assert visit(cast.admin).post(url).status_code == 405
