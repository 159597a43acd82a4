"""`rank_panels ROUND`: order by hand, the JSON of the contract, and a reason in words for what cannot be."""

import json
import re

import pytest

from calibration.management.commands import rank_panels
from calibration.models import PanelRanking
from calibration.rankings import rows, run
from calibration.rankings.claim import Claim
from calibration.rankings.report import ranking_report
from calibration.ratings.judged_round import round_to_rank
from tests.calibration.builders import make_responses, make_round, make_tasks, make_votes
from tests.calibration.run import as_json, as_words, refused

pytestmark = pytest.mark.both_databases

GOLD = [1, 1, 0, 0, 1, 1, 0, 0]
JUDGES = {
    "m/a": [1, 1, 0, 0, 1, 1, 0, 0],  # as gold
    "m/b": [1, 1, 0, 0, 1, 1, 0, 1],  # one false met, on the last unit
    "n/c": [1, 1, 0, 0, 1, 0, 0, 0],  # one false not met, on the sixth
    "n/d": [0, 0, 1, 1, 0, 0, 1, 1],  # always the opposite
}


@pytest.fixture
def make(cast):
    """A closed round of four tasks with two criteria each, by default unanimous as GOLD."""

    def closed(ratings=None, n_tasks=4, votes=JUDGES, **options):
        responses = make_responses(make_tasks(n_tasks, n_criteria=2))
        rows = [[met] * 3 for met in GOLD[: 2 * n_tasks]] if ratings is None else ratings
        made = make_round(cast.clinicians, responses, rows)
        make_votes(made, votes, **options)
        return made

    return closed


def test_order_and_kappas_by_hand(make):
    # abc: right everywhere. abd: false met on the last unit; pa = 7/8, pe = 1/2, kappa = 3/4. acd: false not
    # met on the sixth, the same kappa, macro-F1 and |FP - FN|: its names come later. bcd: both, kappa = 1/2.
    make()
    report = as_json("rank_panels", "calibration", "--draws", 200)
    assert {"ranking_id", "n_panels", "n_units", "recommended", "ranking", "single_judges"} <= set(report)
    assert (report["n_panels"], report["n_units"]) == (4, 8)
    rows = [(row["rank"], row["judges"], row["kappa"]) for row in report["ranking"]]
    assert rows == [
        (1, ["m/a", "m/b", "n/c"], 1.0),
        (2, ["m/a", "m/b", "n/d"], 0.75),
        (3, ["m/a", "n/c", "n/d"], 0.75),
        (4, ["m/b", "n/c", "n/d"], 0.5),
    ]
    singles = [(row["judges"], row["kappa"]) for row in report["single_judges"]]
    assert singles[0] == (["m/a"], 1.0)
    assert singles[-1] == (["n/d"], -1.0)
    assert report["all_judges"]["judges"] == ["m/a", "m/b", "n/c", "n/d"]


def test_a_row_holds_every_column_of_the_published_table(make):
    make(costs={"m/a": 0.004, "m/b": 0.002, "n/c": 0.001, "n/d": 0.001})
    first = as_json("rank_panels", "calibration", "--draws", 200)["ranking"][0]
    contract = {"rank", "judges", "kappa", "kappa_low", "kappa_high", "kappa_corrected", "p_best"}
    table = {"rank_low", "rank_high", "in_indifference_set", "macro_f1", "agreement", "mcc", "gwet_ac1"}
    table |= {"false_met_rate", "false_not_met_rate", "net_bias", "units", "units_full", "units_reduced"}
    table |= {"ties", "units_no_vote", "families", "cost_per_1000"}
    assert contract | table <= set(first)
    assert first["families"] == 2
    assert first["cost_per_1000"] == pytest.approx(7.0)
    assert (first["units"], first["units_full"], first["ties"]) == (8, 8, 0)


def test_the_file_holds_the_same_object(make, tmp_path):
    make()
    report = as_json("rank_panels", "calibration", "--draws", 50, "--out", tmp_path / "ranking.json")
    assert json.loads((tmp_path / "ranking.json").read_text()) == report


def test_people_read_the_next_step(make):
    make()
    words = as_words("rank_panels", "calibration", "--draws", 50)
    ranking = PanelRanking.objects.get()
    assert f"Ranking {ranking.pk}: 4 panels on 8 pairs." in words
    assert "Best single judge: m/a, kappa 1.000." in words
    assert "Recommended: m/a, m/b, n/c, kappa 1.000." in words
    corrected = next(
        line for line in words.splitlines() if line.startswith("Corrected for having been chosen")
    )
    assert "less what the rule gains by luck" in corrected
    assert "The interval allows" not in words  # of four tasks there is none
    assert "   1  1.000  m/a, m/b, n/c" in words  # chosen, so without the interval of one that was not
    unseen = next(line for line in words.splitlines() if line.startswith("On tasks the choice has not seen"))
    assert "8 pairs, 4 tasks" in unseen
    assert "nearly unbiased" in unseen
    assert f"manage.py freeze_panel {ranking.pk}" in words


def test_an_interval_says_how_often_it_holds(make):
    make()
    report = as_json("rank_panels", "calibration", "--draws", 50)
    report["chosen_by_rule"] |= {"low": 0.5, "high": 0.9}
    words = "\n".join(rank_panels.Command().lines(report))
    assert "(.500 to .900)" in words
    assert "The interval allows for the choice. In simulations it holds the true kappa in 93% to 98%" in words


def test_the_rule_is_stored_with_the_parameters_and_the_inputs_are_hashed(make):
    make()
    report = as_json("rank_panels", "calibration", "--draws", 50, "--metric", "agreement", "--size", 1)
    assert report["parameters"]["rule"].startswith("Among the panels")
    assert (report["parameters"]["metric"], report["parameters"]["size"]) == ("agreement", 1)
    assert {"labels", "votes", "rubric_revisions", "responses", "prompt", "draws"} <= set(report["inputs"])


def test_named_candidates_alone_are_ranked(make):
    make()
    report = as_json("rank_panels", "calibration", "--judges", "n/d, m/b,m/a", "--draws", 20)
    assert [row["judges"] for row in report["ranking"]] == [["n/d", "m/b", "m/a"]]


def test_a_judge_who_voted_on_half_sits_on_no_panel_unless_named(make):
    make(votes=JUDGES | {"p/half": [1, 1, 0, 0, -2, -2, -1, -1]})
    report = as_json("rank_panels", "calibration", "--draws", 20)
    assert report["n_panels"] == 4
    assert any("p/half voted on 50.0%" in warning["sentence"] for warning in report["warnings"])
    named = as_json("rank_panels", "calibration", "--judges", "m/a,m/b,p/half", "--draws", 20)
    assert (named["n_panels"], named["ranking"][0]["units_reduced"]) == (1, 4)


def test_panels_of_even_size_carry_a_warning(make):
    make()
    report = as_json("rank_panels", "calibration", "--size", 2, "--draws", 20)
    assert report["n_panels"] == 6
    assert any("even split counts as not met" in warning["sentence"] for warning in report["warnings"])


def test_one_task_and_no_draws_give_values_without_intervals(make):
    make(n_tasks=1, votes={name: votes[:2] for name, votes in JUDGES.items()}, ratings=[[1] * 3, [0] * 3])
    first = as_json("rank_panels", "calibration", "--draws", 20)
    assert (first["interval_reason"], first["ranking"][0]["kappa_low"]) == ("one_task", None)
    none = as_json("rank_panels", "calibration", "--draws", 0)
    assert (none["interval_reason"], none["ranking"][0]["p_best"]) == ("no_draws", None)
    assert "no interval" in as_words("rank_panels", "calibration", "--draws", 0)


def test_one_category_of_gold_carries_a_warning(make):
    make(ratings=[[1] * 3] * 8)
    report = as_json("rank_panels", "calibration", "--draws", 20)
    assert any(warning["code"] == "one_category" for warning in report["warnings"])


@pytest.mark.parametrize("column", [0, 1])
def test_one_rater_is_the_gold(make, column):
    ratings = [[met if place == column else -1 for place in range(3)] for met in GOLD]
    make(ratings=ratings)
    assert as_json("rank_panels", "calibration", "--draws", 20)["ranking"][0]["kappa"] == 1.0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--size", 5], "A panel of 5 needs 5 judges with enough votes, and there are 4."),
        (["--size", 0], "at least one judge"),
        (["--seed", 2**32], "The seed must be a whole number from 0 to 4294967295"),
        (["--draws", -1], "The number of draws must be a whole number 0 or more"),
        (["--draws", 10**8], "At most 1,000,000 draws"),
        (["--judges", "m/a,m/x"], "No judge is registered as 'm/x'."),
        (["--judges", "m/a,m/a,m/b"], "A judge is named twice"),
    ],
)
def test_what_cannot_be_asked_for_is_said_and_nothing_is_stored(make, arguments, said):
    make()
    assert said in refused("rank_panels", "calibration", *arguments)
    assert not PanelRanking.objects.exists()


@pytest.mark.parametrize(
    ("ratings", "votes", "said"),
    [
        (None, {}, "No judge has voted on the responses of round calibration."),
        (None, {"m/a": [-1] * 8}, "No judge has voted on any unit."),
        ([[-1, -1, -1]] * 8, JUDGES, "No unit has a decided gold value"),
        ([[1, 0, -1]] * 8, JUDGES, "No unit has a decided gold value"),
    ],
    ids=["no votes", "only missing votes", "no label", "no majority anywhere"],
)
def test_nothing_to_rank_is_said_and_nothing_is_stored(make, ratings, votes, said):
    make(ratings=ratings, votes=votes)
    assert said in refused("rank_panels", "calibration")
    assert not PanelRanking.objects.exists()


def test_a_round_that_is_still_open_is_refused(make):
    made = make()
    made.state, made.closed_at = "open", None
    made.save()
    assert "Close the round first" in refused("rank_panels", "calibration")


def test_a_file_that_cannot_be_written_is_said(make, tmp_path):
    make()
    assert "cannot be written" in refused(
        "rank_panels", "calibration", "--draws", 5, "--out", tmp_path / "no" / "r.json"
    )


def test_a_ranking_that_a_worker_took_first_is_said_and_left_to_it(make, monkeypatch):
    make()
    monkeypatch.setattr(Claim, "take", lambda ranking: None)
    assert "A worker has taken ranking" in refused("rank_panels", "calibration", "--draws", 100)
    assert PanelRanking.objects.get().state == "queued"


def test_the_command_reads_the_votes_once_and_a_worker_reads_them_itself(make, monkeypatch):
    closed, times = make(), []

    def counted(*arguments):
        times.append(1)
        return round_to_rank(*arguments)

    monkeypatch.setattr(run, "round_to_rank", counted)
    at_once = as_json("rank_panels", "calibration", "--draws", 100)
    assert len(times) == 1
    planned = run.plan_ranking(round=closed, draws=100, actor=None)
    ranking = run.run_ranking(ranking=PanelRanking.objects.get(pk=planned.pk))
    assert len(times) == 3
    later = json.loads(json.dumps(ranking_report(ranking).as_json(None)))
    assert {**later, "ranking_id": at_once["ranking_id"]} == at_once


def test_blocks_of_any_size_store_the_same_rows(make, monkeypatch):
    make()
    whole = as_json("rank_panels", "calibration", "--draws", 100)
    monkeypatch.setattr(rows, "ROWS_AT_ONCE", 3)
    assert as_json("rank_panels", "calibration", "--draws", 100)["ranking"] == whole["ranking"]


def test_people_are_shown_the_best_and_files_hold_all(make, monkeypatch, tmp_path):
    make()
    monkeypatch.setattr(rank_panels, "SHOWN", 2)
    said = as_words("rank_panels", "calibration", "--draws", 100, "--out", tmp_path / "all.json")
    assert "4 panels on 8 pairs" in said
    assert ("   2  " in said, "   3  " in said) == (True, False)
    written = json.loads((tmp_path / "all.json").read_text(encoding="utf-8"))
    assert len(written["ranking"]) == 4
    again = as_words("rank_panels", "calibration", "--draws", 100)
    numbers = r"(?<=(anking|_panel) )[0-9]+"
    assert re.sub(numbers, "N", again) == re.sub(numbers, "N", said)


@pytest.mark.parametrize("judges", ["", " , ,"])
def test_a_list_of_no_judges_is_said_to_be_one(make, judges):
    make()
    assert "--judges names no judge" in refused("rank_panels", "calibration", "--judges", judges)
    assert not PanelRanking.objects.exists()


def test_one_draw_gives_no_interval(make):
    make()
    for command in ("rank_panels", "agreement"):
        assert "One draw has no spread" in refused(command, "calibration", "--draws", 1)
    assert not PanelRanking.objects.exists()


@pytest.mark.parametrize(
    ("place", "remedy"),
    [
        ("no-such-folder/a.json", "Name a file in a folder that exists."),
        ("file.txt/a.json", "Name a file in a folder that exists."),
        ("", "Choose another name."),
        ("a" * 300, "Choose a shorter name."),
    ],
    ids=["no folder", "below a file", "a folder", "too long"],
)
def test_a_place_that_cannot_be_written_is_said_before_anything_is_ranked(make, tmp_path, place, remedy):
    make()
    (tmp_path / "file.txt").write_text("Here already.")
    said = refused("rank_panels", "calibration", "--out", tmp_path / place)
    assert "cannot be written" in said
    assert remedy in said
    assert not PanelRanking.objects.exists()


def test_a_file_that_is_replaced_keeps_its_words_until_then(make, tmp_path):
    make()
    path = tmp_path / "all.json"
    path.write_text("Older.")
    refused("rank_panels", "calibration", "--judges", "m/x", "--out", path)
    assert path.read_text() == "Older."
    refused("rank_panels", "calibration", "--judges", "m/x", "--out", tmp_path / "new.json")
    assert not (tmp_path / "new.json").exists()


def test_what_nobody_labelled_is_no_part_of_a_judges_share(make):
    # The last two of eight units have no label; every judge voted on the other six alone.
    unlabelled = [[met] * 3 for met in GOLD[:6]] + [[-1] * 3] * 2
    make(unlabelled, votes={name: [*votes[:6], -2, -2] for name, votes in JUDGES.items()})
    report = as_json("rank_panels", "calibration", "--draws", 200)
    numbers = [report[name] for name in ("n_panels", "n_units", "n_units_decided", "n_units_found")]
    assert numbers == [4, 6, 6, 8]
    assert [candidate["coverage"] for candidate in report["candidates"]] == [1, 1, 1, 1]


def test_a_vote_lacking_on_a_labelled_pair_lowers_the_share(make):
    make(votes={name: [*votes[:7], -2 if name == "n/d" else votes[7]] for name, votes in JUDGES.items()})
    report = as_json("rank_panels", "calibration", "--draws", 200)
    assert {row["judge"]: row["coverage"] for row in report["candidates"]}["n/d"] == 7 / 8
    assert "n/d" not in report["recommended"]


def test_a_newer_prompt_with_few_votes_does_not_take_over(make):
    closed = make()
    make_votes(closed, {"m/a": [0, -2, -2, -2, -2, -2, -2, -2]}, prompt="newer")
    report = as_json("rank_panels", "calibration", "--draws", 200)
    assert report["ranking"][0]["kappa"] == 1.0
    assert set(report["inputs"]["prompt_versions"].values()) == {"v1"}
    (said,) = [warning["sentence"] for warning in report["warnings"] if warning["code"] == "other_prompts"]
    assert said == "m/a counts with prompt v1; its votes with newer (on 12.5% of the pairs) are left out."


def test_of_two_prompts_that_cover_the_round_one_has_to_be_named(make):
    closed = make()
    make_votes(closed, {"m/a": [1 - met for met in GOLD]}, prompt="newer")
    sentence = refused("rank_panels", "calibration", "--draws", 200)
    assert "m/a voted on the whole round with several prompts (newer, v1)" in sentence
    assert not PanelRanking.objects.exists()
    with_first = as_json("rank_panels", "calibration", "--draws", 200, "--prompt", "v1")
    assert with_first["single_judges"][0]["judges"] == ["m/a"]
    assert with_first["parameters"]["prompt"] == "v1"
    with_newer = refused("rank_panels", "calibration", "--draws", 200, "--prompt", "newer")
    assert "needs 3 judges with enough votes, and there are 1" in with_newer
    assert "There is no judging prompt 'p9'" in refused("rank_panels", "calibration", "--prompt", "p9")
