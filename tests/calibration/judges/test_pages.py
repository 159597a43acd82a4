"""/judges/ and /judges/ID/: the registry, each judge's errors, and judges against judges."""

import pytest

from annotation.models import Label
from calibration.models import Judge, JudgeVote
from tests.calibration.builders import make_votes
from tests.calibration.conftest import GOLD
from tests.html import html_of


@pytest.fixture
def url(closed):
    return f"/judges/{Judge.objects.get(judge_id='m/b').pk}/"


def test_only_admins_see_judges(assert_answers, url):
    assert_answers("/judges/")
    assert_answers(url)


def test_the_registry_is_empty_with_a_next_step(visit, cast):
    assert "No judge is registered yet." in html_of(visit(cast.admin).get("/judges/"))


def test_coverage_kappa_cost_and_latency(visit, cast, closed):
    Judge.objects.create(judge_id="z/silent", active=False)
    rows = {row.judge.judge_id: row for row in visit(cast.admin).get("/judges/").context["rows"]}
    assert rows["m/a"].measures.statistics["kappa"].value == 1
    assert rows["o/e"].measures.coverage == 14 / 16
    assert rows["m/a"].measures.cost_per_1000 == pytest.approx(4)
    assert rows["m/a"].measures.latency_ms == 1200
    assert (rows["z/silent"].measures, rows["z/silent"].n_votes) == (None, 0)
    page = html_of(visit(cast.admin).get("/judges/"))
    assert "Few votes" in page
    assert "Not active" in page
    assert "1.2 s" in page


def test_judges_against_judges(visit, cast, closed):
    together = visit(cast.admin).get("/judges/").context["together"]
    rows = dict(together.rows)
    # m/a never errs, so its errors have no correlation; m/b and n/c err once each, on different pairs.
    assert rows["m/a"] == [None] * 5
    place = together.names.index("n/c")
    # phi of two single errors on different pairs of 16: -1 * 1 / (1 * 15) = -1/15
    assert rows["m/b"][place] == pytest.approx(-1 / 15)
    page = html_of(visit(cast.admin).get("/judges/"))
    assert "Effective number of judges" in page


def test_confusion_dimensions_families_and_prompts(visit, cast, url):
    answer = visit(cast.admin).get(url)
    report = answer.context["report"]
    # gold has 8 met and 8 not met; m/b says met once too often, on the last pair
    assert report.profile.overall.counts == (8, 1, 0, 7)
    assert list(report.dimensions) == ["Identification", "Compassionate engagement"]
    page = html_of(answer)
    for words in ("False met", "False not met", "Net bias", "v1", "Every pair has a vote."):
        assert words in page, words


def test_kindness_to_its_own_family_is_marked(visit, cast, closed, url):
    for item in closed.items.select_related("response__model"):
        model = item.response.model
        model.family = model.model_id.split("/")[0]
        model.save()
    report = visit(cast.admin).get(url).context["report"]
    own = {row.family: (row.is_own, row.comparison.statistics["net_bias"].value) for row in report.families}
    # the one false met is on a reply of x/two: 1 of 8
    assert own == {"m": (True, 0.0), "x": (False, pytest.approx(1 / 8))}
    assert "Its own family" in html_of(visit(cast.admin).get(url))


def test_repeats_tell_its_steadiness(visit, cast, closed, url):
    assert visit(cast.admin).get(url).context["report"].repeats is None
    make_votes(closed, {"m/b": GOLD}, repetition=2)
    report = visit(cast.admin).get(url).context["report"]
    assert report.repeats["percent_agreement"].value == pytest.approx(15 / 16)


def test_missing_votes_are_counted_by_reason(visit, cast, closed):
    silent = Judge.objects.get(judge_id="o/e")
    page = html_of(visit(cast.admin).get(f"/judges/{silent.pk}/"))
    assert "Reply could not be read: 2" in page


def test_a_unit_with_votes_from_before_its_text_and_on_it_is_counted_once(visit, cast, closed):
    silent = Judge.objects.get(judge_id="o/e")
    facts = ("judge", "prompt", "response", "criterion_version")
    for vote in silent.votes.all():
        same = {name: getattr(vote, name) for name in facts}
        JudgeVote.objects.create(**same, response_sha256="", met=None, no_vote_reason="timeout")
    report = visit(cast.admin).get(f"/judges/{silent.pk}/").context["report"]
    assert report.no_votes == [("Reply could not be read", 2)]
    assert [prompted.votes_by_repetition for prompted in report.prompts] == [[(1, 16)]]


def test_a_judge_without_votes_on_the_round(visit, cast, closed):
    silent = Judge.objects.create(judge_id="z/silent")
    assert "No vote here." in html_of(visit(cast.admin).get(f"/judges/{silent.pk}/"))


def test_without_any_decided_pair_there_are_reasons_and_no_numbers(visit, cast, closed, url):
    Label.objects.all().delete()
    for address in ("/judges/", url):
        page = html_of(visit(cast.admin).get(address))
        assert "There is no data here to compute this from." in page
        assert ">nan" not in page.lower()


def test_an_unknown_judge_and_another_method(visit, cast, url):
    assert visit(cast.admin).get("/judges/999/").status_code == 404
    assert visit(cast.admin).post(url).status_code == 405
