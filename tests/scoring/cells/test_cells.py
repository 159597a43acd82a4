"""Cells: the rules about scores, by hand, from judgments in the database."""

import pytest
from django.db import IntegrityError, connection, transaction

from scoring.cells.recompute import recompute_cells
from scoring.models import Cell, Judgment
from tests.made_tables import judgment_rows, task_row
from tests.tampering import erase

pytestmark = pytest.mark.both_databases

# Criterion n of a made task weighs n; criteria 1 to 6 have the first six dimensions, one each.


def cell(corpus, panel, *votes, **options):
    corpus.judgments(*judgment_rows("T1", *votes, **options), panel=panel)
    return Cell.objects.get()


def test_score_is_weight_met_by_weight_with_a_verdict(corpus, panel):
    made = cell(corpus, panel, "111", "000", "110", "100", "111", "011")
    assert (made.weight_met, made.weight_voted) == (1 + 3 + 5 + 6, 21)
    assert made.score == 15 / 21
    assert (made.judges, made.included, made.empty_response) == (3, True, False)
    assert made.dimensions == {
        "Identification": [1, 1],
        "Compassionate engagement": [0, 2],
        "De-escalation": [3, 3],
        "Actionable resources": [0, 4],
        "Disclaimers": [5, 5],
        "Moralization": [6, 6],
    }


def test_an_even_split_is_not_met_and_no_vote_is_in_neither_sum(corpus, panel):
    made = cell(corpus, panel, "10-", "---", "1--", "-11", "000", "---")
    assert (made.weight_met, made.weight_voted) == (3 + 4, 1 + 3 + 4 + 5)
    assert made.dimensions["Compassionate engagement"] == [0, 0]


def test_an_empty_reply_scores_nothing_of_everything_whatever_the_judges_said(corpus, panel):
    made = cell(corpus, panel, *["111"] * 5, "---", model="new/one", empty=True)
    assert (made.weight_met, made.weight_voted, made.score) == (0, 21, 0.0)
    assert (made.included, made.empty_response, made.judges) == (True, True, 3)


def test_an_empty_reply_without_any_vote_counts_too(corpus, panel):
    made = cell(corpus, panel, *["---"] * 6, model="new/one", empty=True)
    assert (made.score, made.included, made.judges) == (0.0, True, 0)


def test_a_cell_with_one_judge_has_a_score_and_is_left_out(corpus, panel):
    made = cell(corpus, panel, *["1--"] * 5, "---")
    assert (made.score, made.judges, made.included) == (1.0, 1, False)


def test_two_judges_on_different_criteria_are_enough(corpus, panel):
    made = cell(corpus, panel, "1--", "--0", *["---"] * 4)
    assert (made.judges, made.included, made.score) == (2, True, 1 / 3)


def test_without_any_verdict_there_is_no_score(corpus, panel):
    made = cell(corpus, panel, *["---"] * 6)
    assert (made.score, made.weight_voted, made.judges, made.included) == (None, 0, 0, False)


def test_computing_again_writes_only_what_differs(corpus, panel):
    cell(corpus, panel, *["111"] * 6)
    assert recompute_cells(panel=panel).as_json() == {"cells": 1, "created": 0, "changed": 0, "removed": 0}
    Cell.objects.update(score=0.5)
    assert recompute_cells(panel=panel).as_json() == {"cells": 1, "created": 0, "changed": 1, "removed": 0}
    assert Cell.objects.get().score == 1


def test_cells_without_judgments_are_removed(corpus, panel):
    cell(corpus, panel, *["111"] * 6)
    erase(Judgment.objects.filter(panel=panel))
    assert recompute_cells(panel=panel).as_json() == {"cells": 0, "created": 0, "changed": 0, "removed": 1}
    assert not Cell.objects.exists()


@pytest.mark.parametrize(
    ("change", "score"),
    [({"RUBRIC_6_WEIGHT": 1}, 15 / 16), ({"RUBRIC_1": "Something else."}, 15 / 21)],
)
def test_new_weights_hold_for_old_judgments_and_a_new_meaning_does_not(corpus, panel, change, score):
    cell(corpus, panel, *["111"] * 5, "000")
    corpus.tasks(task_row("T1", **change), task_row("T2"))
    recompute_cells(panel=panel)
    assert Cell.objects.get().score == score


@pytest.mark.parametrize(
    ("votes", "wrong"),
    [
        (["111"] * 6, {"score": None}),
        (["---"] * 6, {"score": 0.0}),
        (["111"] * 6, {"weight_met": 0, "weight_voted": 0}),
    ],
)
def test_the_database_holds_a_score_exactly_where_there_is_a_verdict(corpus, panel, votes, wrong):
    cell(corpus, panel, *votes)
    with pytest.raises(IntegrityError, match="cell_score_with_verdict"), transaction.atomic():
        Cell.objects.update(**wrong)


def test_judgments_have_one_index_that_begins_with_the_panel(db):
    with connection.cursor() as cursor:
        found = connection.introspection.get_constraints(cursor, Judgment._meta.db_table)
    indexes = [one["columns"] for one in found.values() if one["index"] or one["unique"]]
    assert [columns for columns in indexes if columns[0] == "panel_id"] == [
        ["panel_id", "response_id", "criterion_version_id", "reply"]
    ]
