"""The leaderboard by hand: two models, two public tasks."""

import json

import pytest
from django.core.management import CommandError, call_command
from django.db.models import QuerySet

from annotation.models import Task
from calibration.models import FrozenPanel
from scoring.leaderboard.report import ranked_leaderboard
from tests.scoring.conftest import corpus, graded, panel
from tests.tampering import alter

pytestmark = pytest.mark.both_databases

__all__ = ["corpus", "graded", "panel"]


def leaderboard(**options):
    return json.loads(call_command("leaderboard", json=True, **options))


def test_means_are_those_of_included_cells(graded):
    board = leaderboard()
    assert (board["panel"], board["split"], board["n_tasks"]) == (graded.name, "public", 2)
    first, second = board["models"]
    assert first["model_id"] == "maker/model"
    assert first["mean"] == pytest.approx((1 + 6 / 21) / 2)
    assert (first["cells"], first["cells_left_out"]) == (2, 0)
    # One judge alone on T1 is left out, so the mean is that of T2 only.
    assert (second["mean"], second["cells"], second["cells_left_out"]) == (0, 1, 1)
    assert first["dimensions"]["Identification"]["value"] == 1
    assert first["dimensions"]["Moralization"]["value"] == 0.5


def test_the_shape_is_the_published_one(graded):
    board = leaderboard()
    assert {"panel", "split", "models"} <= set(board)
    for row in board["models"]:
        assert {"model_id", "mean", "low", "high", "cells", "cells_left_out", "dimensions"} <= set(row)
        for estimate in row["dimensions"].values():
            published = {"value", "low", "high", "n_units", "n_tasks", "reason"}
            assert set(estimate) == published | {"method", "percentile_low", "percentile_high"}


def test_the_interval_is_that_of_the_two_tasks(graded):
    # A draw holds T1 twice, T2 twice, or both: its mean is 1, 6/21 or between, and the interval spans them.
    first = leaderboard()["models"][0]
    assert (first["low"], first["high"], first["method"]) == (pytest.approx(6 / 21), 1, "expanded")
    assert (first["percentile_low"], first["percentile_high"]) == (pytest.approx(6 / 21), 1)


def test_the_private_split_is_another_board(graded):
    board = leaderboard(split="private")
    assert board["n_tasks"] == 1
    assert [row["mean"] for row in board["models"]] == [1, 1]
    assert {row["reason"] for row in board["models"]} == {"one_task"}


def test_tasks_swapped_between_the_halves_make_another_board(graded):
    # As many tasks as before in each half, the same cells: only the membership differs.
    def kept(split):
        board = ranked_leaderboard(graded, split)
        return board.n_tasks, [row.mean.value for row in board.standings]

    before = kept("public"), kept("private")
    swapped = {"private": Task.objects.filter(split="public").first()}
    swapped["public"] = Task.objects.get(split="private")
    for split, task in swapped.items():
        QuerySet.update(Task.objects.filter(pk=task.pk), split=split)
    after = kept("public"), kept("private")
    assert [n for n, _ in after] == [n for n, _ in before]
    assert after[0] != before[0]
    assert after[1] != before[1]
    # What is kept is what is computed from the rows.
    for split, kept_board in zip(("public", "private"), after, strict=True):
        rows = leaderboard(split=split)
        assert (rows["n_tasks"], [row["mean"] for row in rows["models"]]) == kept_board


def test_slices(graded):
    board = leaderboard(by="age")
    assert [row["model_id"] for row in board["by"]["O18"]] == ["maker/model", "other/model"]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"panel": "nowhere"}, "no frozen panel 'nowhere'"),
        ({"panel": "²"}, "no frozen panel '²'"),
        ({"split": "unassigned"}, "no cells on the unassigned split"),
        ({"seed": 2**32}, "from 0 to 4294967295"),
        ({"draws": -1}, "0 or more"),
        ({"draws": 10**9}, "At most 1,000,000 draws"),
    ],
)
def test_what_cannot_be_shown_is_said(graded, options, sentence):
    with pytest.raises(CommandError, match=sentence):
        leaderboard(**options)


def test_without_draws_there_is_a_value_and_a_reason(graded):
    first = leaderboard(draws=0)["models"][0]
    assert (first["low"], first["high"], first["reason"]) == (None, None, "no_draws")


def test_before_any_panel_graded_there_is_a_sentence(db):
    with pytest.raises(CommandError, match="No panel has graded anything yet"):
        leaderboard()


def test_an_altered_panel_grades_nothing(graded):
    alter(QuerySet(FrozenPanel), manifest="{}")
    with pytest.raises(CommandError, match="cannot be used"):
        leaderboard()
