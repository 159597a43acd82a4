"""Scores: the leaderboard, a model and a cell, and who may not see which."""

import re

import pytest
from django.db import transaction
from django.utils import timezone

from annotation.base.stamps import move_stamps
from annotation.models import RaterSlot, Round, RoundState, Split, Task
from scoring.access import cells_for, splits_for
from scoring.cells.cell_columns import panel_scope
from scoring.cells.recompute import recompute_cells
from scoring.leaderboard.report import ranked_leaderboard
from scoring.models import Cell
from tests.html import html_of


@pytest.fixture
def urls(graded):
    public = Cell.objects.get(response__task__uid="T2", response__model__model_id="maker/model")
    return {"list": "/scores/", "model": "/scores/maker/model/", "cell": f"/scores/cell/{public.pk}/"}


@pytest.mark.parametrize("page", ["list", "model", "cell"])
def test_admins_and_viewers_read_scores_and_nobody_else(client, cast, urls, page):
    for person in (cast.admin, cast.viewer):
        client.force_login(person)
        assert client.get(urls[page]).status_code == 200
    for person in (*cast.clinicians, cast.author, cast.outsider):
        client.force_login(person)
        assert client.get(urls[page]).status_code == 403
    client.logout()
    assert client.get(urls[page]).status_code == 302


@pytest.mark.parametrize("page", ["list", "model", "cell"])
def test_a_rater_of_an_open_round_sees_no_scores_whatever_other_roles(client, cast, urls, page):
    round = Round.objects.create(name="open", state=RoundState.OPEN, opened_at=timezone.now())
    RaterSlot.objects.create(round=round, position=1, rater=cast.admin)
    client.force_login(cast.admin)
    answer = client.get(urls[page])
    assert answer.status_code == 403
    assert b"maker/model" not in answer.content


def test_the_home_page_leads_a_viewer_to_the_scores_once_there_are_any(client, cast, urls):
    client.force_login(cast.viewer)
    assert 'href="/scores/">Read them' in html_of(client.get("/"))
    Cell.objects.all().delete()
    page = html_of(client.get("/"))
    assert "There are no scores that you can read now." in page
    assert "Read them" not in page


def test_the_board_shows_means_and_what_was_left_out(client, cast, urls):
    client.force_login(cast.viewer)
    text = html_of(client.get("/scores/"))
    assert "64%" in text  # (1 + 6/21) / 2
    assert "other/model" in text
    assert "left out" in text


def test_a_cell_is_laid_open_down_to_each_vote(client, cast, urls):
    client.force_login(cast.viewer)
    text = html_of(client.get(urls["cell"]))
    assert "6 of 21" in text
    assert "Criterion 4 of T2." in text
    assert "a/x" in text
    assert "maker/model answers T2" in text


def test_the_holdout_opens_to_admins_alone(client, cast, graded):
    private = Cell.objects.filter(response__task__uid="T3").first()
    for person, status in ((cast.admin, 200), (cast.viewer, 404)):
        client.force_login(person)
        assert client.get(f"/scores/cell/{private.pk}/").status_code == status
    client.force_login(cast.viewer)
    for url in ("/scores/", "/scores/maker/model/"):
        assert client.get(f"{url}?split=private").status_code == 404
        text = html_of(client.get(url))
        assert not re.search(r"\bT3\b", text)  # as a word: a CSRF token may hold any two signs
        assert "1 tasks" not in text


@pytest.mark.parametrize(
    ("split", "may_read"), [(Split.PUBLIC, True), (Split.UNASSIGNED, False), (Split.PRIVATE, False)]
)
def test_viewers_read_the_public_split_alone(client, cast, graded, split, may_read):
    Task.objects.filter(uid="T1").update(split=split)
    cell = Cell.objects.get(response__task__uid="T1", response__model__model_id="maker/model")
    assert cells_for(cast.viewer).filter(pk=cell.pk).exists() == may_read
    assert (split in splits_for(cast.viewer)) == may_read
    client.force_login(cast.viewer)
    assert client.get(f"/scores/cell/{cell.pk}/").status_code == (200 if may_read else 404)
    assert client.get(f"/scores/?split={split}").status_code == (200 if may_read else 404)
    assert cells_for(cast.admin).filter(pk=cell.pk).exists()
    assert split in splits_for(cast.admin)


def test_what_does_not_exist_is_not_found(client, cast, graded):
    client.force_login(cast.admin)
    assert client.get("/scores/no/such-model/").status_code == 404
    assert client.get("/scores/cell/999999/").status_code == 404


def test_before_anything_is_graded_the_page_says_what_will_be_here(client, cast):
    client.force_login(cast.viewer)
    assert "No model has been graded yet" in html_of(client.get("/scores/"))


def test_a_board_is_computed_anew_exactly_when_the_panels_stamp_moved(graded):
    before = ranked_leaderboard(graded, "public")
    assert before.standings[0].mean.value == pytest.approx((1 + 6 / 21) / 2)
    cell = Cell.objects.get(response__task__uid="T2", response__model__model_id="maker/model")
    Cell.objects.filter(pk=cell.pk).update(score=1)  # as no writer of the product does
    assert ranked_leaderboard(graded, "public") == before
    move_stamps([panel_scope(graded.pk)])
    assert ranked_leaderboard(graded, "public").standings[0].mean.value == 1


def test_a_board_follows_the_split_of_its_tasks_without_a_stamp(graded):
    assert ranked_leaderboard(graded, "public").n_tasks == 2
    Task.objects.filter(uid="T2").update(split=Split.PRIVATE)
    assert ranked_leaderboard(graded, "public").n_tasks == 1
    assert ranked_leaderboard(graded, "private").n_tasks == 2


def test_a_grading_that_is_rolled_back_leaves_the_board(graded):
    before = ranked_leaderboard(graded, "public")
    with transaction.atomic():
        Cell.objects.filter(response__task__uid="T2").delete()
        recompute_cells(panel=graded)
        Cell.objects.filter(response__task__uid="T2").update(score=1)
        move_stamps([panel_scope(graded.pk)])
        assert ranked_leaderboard(graded, "public") != before
        transaction.set_rollback(True)
    assert ranked_leaderboard(graded, "public") == before
