"""/audit/: who did what."""

import pytest
from django.utils import timezone

from annotation.base.record_audit import record_audit
from annotation.models import RaterSlot, Round, RoundState
from tests.html import html_of

pytestmark = pytest.mark.both_databases


@pytest.fixture
def log(cast):
    """Three acts of two people, the last by a command."""
    record_audit(actor=cast.admin, verb="close_round", target="annotation.round:7", after={"state": "closed"})
    record_audit(actor=cast.author, verb="approve_task", target="annotation.task:3", detail={"criteria": 12})
    record_audit(actor=None, verb="import_tasks", target="import:tasks", detail={"created": 24, "splits": []})


def test_newest_first_in_words(client, cast, log):
    client.force_login(cast.admin)
    page = html_of(client.get("/audit/"))
    assert page.index("import tasks") < page.rindex("approve task")
    assert "A command" in page
    assert "criteria</span> 12" in page
    assert "1 to 3 of 3 entries" in page


@pytest.mark.parametrize(
    ("query", "shown", "hidden"),
    [
        ("verb=close_round", "round 7", "task 3"),
        ("object_type=annotation.task", "task 3", "round 7"),
        ("until=2001-01-01", "Nothing matches", "round 7"),
        ("since=2001-01-01", "round 7", "Nothing matches"),
    ],
)
def test_filters(client, cast, log, query, shown, hidden):
    client.force_login(cast.admin)
    answer = client.get(f"/audit/?{query}")
    assert answer.status_code == 200
    page = html_of(answer)
    assert shown in page
    assert hidden not in page


def test_filter_by_person(client, cast, log):
    client.force_login(cast.admin)
    page = html_of(client.get(f"/audit/?actor={cast.author.pk}"))
    assert "task 3" in page
    assert "round 7" not in page


@pytest.mark.parametrize("query", ["since=tomorrow", "until=2026-13-01"])
def test_a_filter_that_makes_no_sense_says_so(client, cast, log, query):
    client.force_login(cast.admin)
    assert client.get(f"/audit/?{query}").status_code == 422


def test_pages_keep_the_filter(client, cast):
    for number in range(51):
        record_audit(actor=cast.admin, verb="open_round", target=f"annotation.round:{number}")
    client.force_login(cast.admin)
    page = html_of(client.get("/audit/?verb=open_round"))
    assert "1 to 50 of 51 entries" in page
    assert "?verb=open_round&amp;page=2" in page
    assert "51 to 51 of 51 entries" in html_of(client.get("/audit/?verb=open_round&page=2"))


def test_a_rater_of_an_open_round_does_not_see_others_label(client, cast):
    opened = Round.objects.create(name="a", state=RoundState.OPEN, opened_at=timezone.now())
    RaterSlot.objects.create(round=opened, position=1, rater=cast.admin)
    record_audit(actor=cast.clinicians[0], verb="record_label", target="annotation.label:1")
    record_audit(actor=cast.admin, verb="record_label", target="annotation.label:2")
    client.force_login(cast.admin)
    page = html_of(client.get("/audit/"))
    assert "label 2" in page
    assert "label 1" not in page


def test_readers_are_refused_and_nothing_is_sent_here(client, cast):
    client.force_login(cast.viewer)
    assert client.get("/audit/").status_code == 403
    client.force_login(cast.admin)
    assert client.post("/audit/").status_code == 405


def test_an_empty_log_says_what_will_be_here(client, cast):
    client.force_login(cast.admin)
    assert "Nothing has been done yet" in html_of(client.get("/audit/"))


def test_details_are_words_and_long_ones_open_on_request(client, cast):
    detail = {"judges": None, "cells": {"created": 3, "removed": 0}, "sha256": "ab" * 32, "is_final": True}
    record_audit(actor=cast.admin, verb="freeze_panel", target="calibration.frozenpanel:1", detail=detail)
    client.force_login(cast.admin)
    page = html_of(client.get("/audit/"))
    assert "frozen panel 1" in page
    assert "judges</span> not given" in page
    assert "cells</span> created 3, removed 0" in page
    assert "is final</span> yes" in page
    assert "ab" * 32 in page[page.index("<summary>More") :]
