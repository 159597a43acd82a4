"""`draw_calibration NAME`: stratified, the same for the same seed, and a short stratum by name."""

from collections import Counter

import numpy as np
import pytest

from annotation.models import EvaluatedModel, Response, Round, Task
from annotation.rounds.drafts.edit_draft import withdraw_draft
from calibration.models import CalibrationSet
from calibration.sets.draw_responses import spread
from calibration.sets.report import draw_report
from tests.calibration.builders import make_responses, make_round, make_tasks, make_votes
from tests.calibration.run import as_json, as_words, refused

pytestmark = pytest.mark.both_databases

MODELS = ("maker/a", "maker/b", "maker/c", "maker/d", "maker/e", "maker/f")


@pytest.fixture
def corpus(cast):
    """Forty tasks in twenty strata of two, six responses each."""
    return make_responses(make_tasks(40), MODELS)


def test_set_and_draft_round_of_the_same_name(corpus, cast):
    report = as_json("draw_calibration", "cal", "--size", 20, "--clinicians", "carmen,asha,bela")
    assert (report["name"], report["round"], report["seed"]) == ("cal", "cal", 20260714)
    assert (report["n_tasks"], report["n_responses"], report["n_units"]) == (20, 80, 240)
    made = Round.objects.get(name="cal")
    assert (made.state, made.purpose, made.items.count()) == ("draft", "calibration", 80)
    assert [slot.rater.username for slot in made.slots.all()] == ["carmen", "asha", "bela"]
    assert made.calibration_set.tasks.count() == 20


def test_a_round_that_was_withdrawn_is_no_longer_the_sets(corpus, cast):
    as_json("draw_calibration", "cal", "--size", 20, "--clinicians", "carmen,asha,bela")
    withdraw_draft(actor=cast.admin, round=Round.objects.get(name="cal"))
    assert draw_report(CalibrationSet.objects.get())["round"] is None


def test_every_stratum_and_every_model_has_its_share(corpus):
    # Twenty of forty: exactly one of the two tasks of each stratum. 80 responses over 6 models: 13 or 14.
    report = as_json("draw_calibration", "cal", "--size", 20)
    for variable in ("subcategory", "age", "turns", "intent", "stage"):
        for row in report["balance"][variable]:
            assert row["drawn"] * 2 == row["available"], (variable, row)
    assert {row["drawn"] for row in report["balance"]["model"]} == {13, 14}


def test_quality_levels_are_covered_evenly_where_votes_tell_them(corpus, cast):
    # Two models are all met, two half, two not at all: thirds. Four of six responses a task.
    votes = [
        met for _ in range(40) for model in range(6) for met in ([0, 0, 0], [1, 0, -1], [1, 1, 1])[model // 2]
    ]
    make_votes(make_round(cast.clinicians, corpus, [[1, 1, 1]] * 720, name="earlier"), {"a/one": votes})
    report = as_json("draw_calibration", "cal", "--size", 20)
    counts = {row["value"]: row["drawn"] for row in report["balance"]["quality"]}
    assert set(counts) == {"low", "middle", "high"}
    assert max(counts.values()) - min(counts.values()) <= 2


class TestSpread:
    """One response at a time: the model used least, and among its like the quality level used least."""

    def taken(self, used, levels, models, seed):
        responses = [
            Response(id=n, model=EvaluatedModel(id=model, model_id=f"maker/{model}"), attempt=n)
            for n, model in enumerate(models, start=1)
        ]
        by_id = dict(enumerate(levels, start=1))
        (response,) = spread(responses, 1, by_id, Counter(used), np.random.RandomState(seed))
        return response.id

    @pytest.mark.parametrize("seed", range(8))
    @pytest.mark.parametrize(("used", "best"), [("high", 1), ("low", 2)])
    def test_among_equally_used_models_the_level_used_less_is_taken(self, used, best, seed):
        assert self.taken({("level", used): 1}, ["low", "high"], [1, 1], seed) == best
        assert self.taken({("level", used): 1}, ["low", "high"], [1, 2], seed) == best

    @pytest.mark.parametrize("seed", range(8))
    def test_the_model_comes_before_the_level(self, seed):
        used = {("model", 1): 1, ("level", "high"): 9}
        assert self.taken(used, ["low", "high"], [1, 2], seed) == 2

    def test_equals_are_taken_by_the_seed(self):
        assert {self.taken({}, ["low", "low"], [1, 1], seed) for seed in range(8)} == {1, 2}


def test_levels_are_even_where_a_model_has_all_of_them(corpus, cast):
    # The level of a response goes round with task and model, so that evenly used models tell nothing of it.
    kinds = ([0, 0, 0], [1, 0, -1], [1, 1, 1])
    votes = [met for task in range(40) for model in range(6) for met in kinds[(task + model) % 3]]
    make_votes(make_round(cast.clinicians, corpus, [[1, 1, 1]] * 720, name="earlier"), {"a/one": votes})
    report = as_json("draw_calibration", "cal", "--size", 20)
    assert {row["drawn"] for row in report["balance"]["model"]} == {13, 14}
    drawn = [row["drawn"] for row in report["balance"]["quality"]]
    assert sum(drawn) == 80
    assert max(drawn) - min(drawn) <= 2


def test_the_same_seed_draws_the_same_and_another_does_not(corpus):
    first = as_json("draw_calibration", "one", "--size", 20)["tasks"]
    again = as_json("draw_calibration", "two", "--size", 20)["tasks"]
    other = as_json("draw_calibration", "three", "--size", 20, "--seed", 7)["tasks"]
    assert first == again
    assert first != other


def test_only_approved_public_tasks_with_readable_replies_are_drawn(corpus):
    Task.objects.filter(uid="T01").update(split="private")
    Task.objects.filter(uid="T02").update(state="draft")
    Response.objects.filter(task__uid="T03").update(final_turn="  ")
    Response.objects.filter(task__uid="T04").update(status="error")
    Response.objects.filter(task__uid="T05").update(final_turn=None, sha256="")
    drawn = [task["unique_id"] for task in as_json("draw_calibration", "cal", "--size", 18)["tasks"]]
    assert not {"T01", "T02", "T03", "T04", "T05"} & set(drawn)


def test_a_short_stratum_is_named_and_nothing_is_written(corpus):
    Response.objects.filter(task__sub_category="Behavioral Drift").delete()
    said = refused("draw_calibration", "cal", "--size", 40)
    assert "Stratum Behavioral Drift / " in said
    assert "2 tasks with 4 readable responses each are needed, 0 exist." in said
    assert not CalibrationSet.objects.exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--size", 41], "41 tasks were asked for, but only 40 tasks are approved and public."),
        (["--size", 0], "The size must be at least 1 task"),
        (["--per-task", 0], "At least 1 response per task is needed"),
        (["--per-task", 7], "tasks with 7 readable responses each are needed"),
        (["--seed", 2**32], "The seed must be a whole number from 0 to 4294967295"),
        (["--seed", -1], "The seed must be a whole number from 0 to 4294967295"),
        (["--clinicians", ""], "--clinicians names no clinician. Name them separated by commas"),
        (["--clinicians", " ,"], "--clinicians names no clinician."),
        (["--clinicians", "asha,bela,nobody"], "Nobody here has the user name 'nobody'."),
        (["--clinicians", "asha,bela"], "A round has three raters; 2 were named."),
        (["--clinicians", "asha,bela,bela"], "The three raters must be three different people."),
        (["--clinicians", "asha,bela,dewi"], "dewi is not an active clinician."),
    ],
)
def test_bad_input_is_said_and_nothing_is_written(corpus, arguments, said):
    assert said in refused(
        "draw_calibration", "cal", *(["--size", 20] if "--size" not in arguments else []), *arguments
    )
    assert not CalibrationSet.objects.exists()
    assert not Round.objects.exists()


def test_a_name_that_is_taken_or_empty_is_refused(corpus):
    as_json("draw_calibration", "cal", "--size", 20)
    assert "exists already" in refused("draw_calibration", "cal", "--size", 20)
    assert "needs a name" in refused("draw_calibration", "  ", "--size", 20)


def test_people_read_the_balance_and_the_next_step(corpus):
    words = as_words("draw_calibration", "cal", "--size", 20)
    assert "Set cal: 20 tasks, 80 responses, 240 pairs to label, seed 20260714." in words
    assert "Eating" not in words
    assert Counter(line.strip() for line in words.splitlines())["Subcategory"] == 1
    assert "No clinicians were named" in words
