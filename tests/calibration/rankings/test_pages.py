"""/rankings/: start one, follow it, sort and filter its panels, compare two."""

import csv

import pytest

from annotation.models import Label
from calibration.models import Judge, PanelRanking
from calibration.rankings.run import plan_ranking, run_ranking
from tests.calibration.builders import make_votes
from tests.calibration.conftest import GOLD, Answers
from tests.html import html_of

pytestmark = pytest.mark.both_databases


def test_only_admins_see_rankings(assert_answers, ranking):
    assert_answers(f"/rankings/{ranking.pk}/")
    assert_answers(f"/rankings/{ranking.pk}/progress/")
    assert_answers(f"/rankings/{ranking.pk}/panels.csv")
    assert_answers(f"/rankings/{ranking.pk}/compare/")
    assert_answers("/calibration/calibration/rank/")


def test_starting_one_stores_it_and_runs_it_after_the_commit(
    visit, cast, closed, django_capture_on_commit_callbacks
):
    asked = {"size": 3, "metric": "kappa", "draws": 50, "seed": 1, "judges": ["m/a", "m/b", "n/c", "n/d"]}
    with django_capture_on_commit_callbacks(execute=True):
        answer = visit(cast.admin).post("/calibration/calibration/rank/", asked)
    ranking = PanelRanking.objects.get()
    assert (answer.status_code, answer.url) == (302, f"/rankings/{ranking.pk}/")
    assert (ranking.state, ranking.parameters["judges"]) == ("done", asked["judges"])
    assert "Fix" not in ranking.parameters["rule"]


def test_no_candidate_chosen_means_all(visit, cast, closed):
    asked = {"size": 3, "metric": "kappa", "draws": 50, "seed": 1}
    visit(cast.admin).post("/calibration/calibration/rank/", asked)
    assert PanelRanking.objects.get().parameters["judges"] is None


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"size": 9}, "A panel of 9 needs 9 judges with enough votes, and there are 4."),
        ({"size": 0}, "greater than or equal to 1"),
        ({"draws": -1}, "greater than or equal to 0"),
        ({"draws": 10**8}, "At most 1,000,000 draws"),
        ({"seed": 2**32}, "less than or equal to 4294967295"),
        ({"metric": "beauty"}, "Select a valid choice"),
        ({"judges": ["m/x"]}, "Select a valid choice"),
    ],
)
def test_what_cannot_be_ranked_comes_back_with_the_form(visit, cast, closed, change, said):
    asked = {"size": 3, "metric": "kappa", "draws": 50, "seed": 1} | change
    answer = visit(cast.admin).post("/calibration/calibration/rank/", asked)
    assert answer.status_code == 422
    assert said in html_of(answer)
    assert not PanelRanking.objects.exists()


def test_a_round_without_any_decided_pair_cannot_be_ranked(visit, cast, closed):
    Label.objects.exclude(rater=cast.clinicians[0]).delete()
    Label.objects.all().delete()
    asked = {"size": 3, "metric": "kappa", "draws": 50, "seed": 1}
    answer = visit(cast.admin).post("/calibration/calibration/rank/", asked)
    assert answer.status_code == 422
    assert "No unit has a decided gold value" in html_of(answer)


def test_a_waiting_ranking_asks_again_and_a_done_one_reloads(visit, cast, closed):
    planned = plan_ranking(round=closed, draws=50, actor=cast.admin)
    page = html_of(visit(cast.admin).get(f"/rankings/{planned.pk}/"))
    assert f'hx-get="/rankings/{planned.pk}/progress/"' in page
    assert 'hx-trigger="every 2s"' in page
    assert "It waits for a worker." in page
    PanelRanking.objects.update(state="running", progress=42)
    part = visit(cast.admin).get(f"/rankings/{planned.pk}/progress/")
    assert "42 of 100 per cent done" in html_of(part)
    assert "HX-Refresh" not in part
    PanelRanking.objects.update(state="queued")
    run_ranking(ranking=planned)
    assert visit(cast.admin).get(f"/rankings/{planned.pk}/progress/")["HX-Refresh"] == "true"


def test_a_failed_ranking_says_why(visit, cast, closed):
    planned = plan_ranking(round=closed, draws=50, actor=cast.admin)
    PanelRanking.objects.update(state="failed", error="The round was reopened.")
    page = html_of(visit(cast.admin).get(f"/rankings/{planned.pk}/"))
    assert "The round was reopened." in page
    assert "Start another" in page


def test_recommendation_luck_baselines_and_plot(visit, cast, ranking):
    page = html_of(visit(cast.admin).get(f"/rankings/{ranking.pk}/"))
    for words in (
        "Recommended",
        "fixed beforehand",
        "Kappa with the clinicians, corrected for having been chosen",
        "less what the rule gains by luck",
        "less the mean gain of a draw",
        "Kappa of the choice on tasks it has not seen",
        "Nearly unbiased also where the judges are much alike.",
        "Kappa of the first panel, corrected for having been chosen",
        "Cannot be told from the best",
        "Panel less clinician",
        "All 4 together",
        "US dollars for 1,000 pairs",
        "SHA-256 of every input",
    ):
        assert words in page, words


def shown_ranks(client, ranking, **query):
    answer = client.get(f"/rankings/{ranking.pk}/", query)
    return [row.rank for row in answer.context["page"]]


def test_sorting_and_filtering_happen_in_the_database(visit, cast, ranking):
    admin = visit(cast.admin)
    assert shown_ranks(admin, ranking) == [1, 2, 3, 4]
    assert shown_ranks(admin, ranking, reverse="on") == [4, 3, 2, 1]
    # costs for 1,000: abc 7, abd 7, acd 6, bcd 4
    by_cost = admin.get(f"/rankings/{ranking.pk}/", {"sort": "cost_per_1000"}).context["page"]
    assert [row.cost_per_1000 for row in by_cost] == pytest.approx([4, 6, 7, 7])
    with_d = admin.get(f"/rankings/{ranking.pk}/", {"has": "n/d", "also": "m/b"}).context["page"]
    assert {tuple(row.judges) for row in with_d} == {("m/a", "m/b", "n/d"), ("m/b", "n/c", "n/d")}
    without = admin.get(f"/rankings/{ranking.pk}/", {"without": "n/d"}).context["page"]
    assert [row.judges for row in without] == [["m/a", "m/b", "n/c"]]
    in_set = admin.get(f"/rankings/{ranking.pk}/", {"only_set": "on"}).context["page"]
    assert all(row.in_indifference_set for row in in_set)
    assert shown_ranks(admin, ranking, has="n/d", without="n/d") == []


def test_all_columns_are_one_click_away(visit, cast, ranking):
    assert "Macro-F1</a>" not in html_of(visit(cast.admin).get(f"/rankings/{ranking.pk}/"))
    page = html_of(visit(cast.admin).get(f"/rankings/{ranking.pk}/", {"columns": "all"}))
    assert "Macro-F1</a>" in page
    assert 'aria-sort="ascending"' in page


def test_the_csv_is_the_published_table(visit, cast, ranking):
    text = visit(cast.admin).get(f"/rankings/{ranking.pk}/panels.csv").content.decode()
    rows = list(csv.DictReader(text.splitlines()))
    assert [row["rank"] for row in rows] == ["1", "2", "3", "4"]
    assert (rows[0]["judge_1"], rows[0]["judge_3"]) == ("m/a", "n/c")


def test_a_csv_for_a_spreadsheet_program_is_guarded_and_the_published_one_is_not(visit, cast, closed):
    Judge.objects.filter(judge_id="m/a").update(judge_id="=m/a")
    ranking = run_ranking(ranking=plan_ranking(round=closed, draws=0, actor=None))
    address = f"/rankings/{ranking.pk}/panels.csv"
    published = visit(cast.admin).get(address).content.decode()
    guarded = visit(cast.admin).get(address, {"for": "spreadsheet"}).content.decode()
    assert (published.count("'=m/a"), guarded.count("'=m/a")) == (0, published.count("=m/a"))
    assert published.count("=m/a") > 0
    assert (published[0], guarded[0]) == ("r", "\ufeff")


def test_without_draws_the_page_gives_values_and_reasons(visit, cast, closed):
    done = run_ranking(ranking=plan_ranking(round=closed, draws=0, actor=None))
    page = html_of(visit(cast.admin).get(f"/rankings/{done.pk}/"))
    assert "No bootstrap draws were asked for" in page
    assert ">nan" not in page.lower()


def test_a_ranking_by_the_first_rules_promises_no_interval(visit, cast, ranking):
    for name in ("chosen_by_rank", "chosen_by_rule"):
        ranking.result.pop(name)
    ranking.save()
    page = html_of(visit(cast.admin).get(f"/rankings/{ranking.pk}/"))
    assert "Corrected by the first rules, which gave no interval." in page
    assert "In simulations it holds" not in page
    assert "without the luck of these tasks" not in page


def test_a_corrected_kappa_with_an_interval_says_how_often_it_holds(visit, cast, ranking):
    corrected = ranking.result["chosen_by_rule"]
    corrected["low"], corrected["high"] = 0.5, 0.9
    ranking.save()
    page = html_of(visit(cast.admin).get(f"/rankings/{ranking.pk}/"))
    assert "(.500 to .900)" in page
    assert "In simulations it holds the true kappa in 93% to 98%" in page


def test_unknown_costs_are_words_and_the_plot_goes_by_rank(visit, cast, closed):
    make_votes(closed, dict.fromkeys(("p/one", "p/two", "p/three"), GOLD))
    named = ["p/one", "p/two", "p/three"]
    done = run_ranking(ranking=plan_ranking(round=closed, draws=20, judges=named, actor=None))
    page = html_of(visit(cast.admin).get(f"/rankings/{done.pk}/"))
    assert "Costs are not known" in page
    assert "unknown" in page


def test_the_recommended_panel_is_drawn_among_however_many(visit, cast, ranking, monkeypatch):
    monkeypatch.setattr("calibration.rankings.report.MOST_DOTS", 0)
    plot = visit(cast.admin).get(f"/rankings/{ranking.pk}/").context["report"].plot
    assert [dot["kind"] for dot in plot.dots] == ["recommended"]
    assert plot.n_left_out == 3


def test_two_rankings_of_the_same_inputs_are_directly_comparable(visit, cast, ranking, closed):
    other = run_ranking(ranking=plan_ranking(round=closed, draws=100, metric="kappa", actor=None))
    page = html_of(visit(cast.admin).get(f"/rankings/{ranking.pk}/compare/", {"other": other.pk}))
    assert "Directly comparable" in page
    assert "The best ten of each" in page


def test_changed_labels_are_why_two_rankings_are_not_comparable(visit, cast, ranking, closed):
    Label.objects.filter(value="met").first().delete()
    other = run_ranking(ranking=plan_ranking(round=closed, draws=100, size=1, actor=None))
    page = html_of(visit(cast.admin).get(f"/rankings/{ranking.pk}/compare/", {"other": other.pk}))
    assert "Not directly comparable" in page
    assert "The clinicians&#x27; labels differ" in page
    assert "The panels have different sizes." in page
    assert "not ranked" in page


def test_comparing_with_nothing_or_itself(visit, cast, ranking):
    assert visit(cast.admin).get(f"/rankings/{ranking.pk}/compare/").status_code == 200
    answer = visit(cast.admin).get(f"/rankings/{ranking.pk}/compare/", {"other": ranking.pk})
    assert answer.status_code == 422


def test_an_unknown_ranking_and_another_method(visit, cast, ranking):
    assert visit(cast.admin).get("/rankings/999/").status_code == 404
    assert visit(cast.admin).post(f"/rankings/{ranking.pk}/").status_code == 405


def test_a_round_that_is_not_closed_has_no_ranking_form(assert_answers, closed):
    closed.state, closed.closed_at = "open", None
    closed.save()
    assert_answers("/calibration/calibration/rank/", Answers(admin=403))
