"""A judge that failed for a passing reason and was asked again: both are kept, the later counts."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone

from annotation.base.errors import BadInputError
from annotation.base.stamps import move_stamps
from annotation.corpus.imports.import_source import read_source
from calibration.judges.export_votes import votes_table
from calibration.judges.import_votes import import_votes
from calibration.judges.judges import vote_counts
from calibration.models import Judge, JudgeVote
from calibration.ratings import round_ratings, round_votes
from calibration.ratings.judged_round import pinned_votes
from calibration.ratings.vote_columns import judge_scope
from tests.calibration.builders import make_responses, make_round, make_tasks, make_votes
from tests.made_tables import vote_row, write_rows
from tests.tampering import alter

pytestmark = pytest.mark.both_databases

DETAILS = {"no_vote_reason": "", "cost_usd": "", "latency_ms": ""}
VOTE = vote_row("T1", 1, "a/x", "1") | DETAILS
FAILED = VOTE | {"met": ""}


def failed(reason: str, **details):
    return FAILED | {"no_vote_reason": reason} | details


@pytest.fixture
def bring(corpus):
    """Import one row of the votes table and return what the import says."""

    def bring(row):
        path = write_rows(corpus.folder / "votes.csv", [row])
        return import_votes(source=read_source("votes", path), actor=None).as_json()

    return bring


def recorded():
    return list(JudgeVote.objects.order_by("pk").values_list("met", "no_vote_reason"))


@pytest.mark.parametrize("reason", ["timeout", "provider_error", "parse_failure"])
def test_a_failure_may_be_followed_by_a_vote_which_then_counts(bring, reason):
    bring(failed(reason))
    again = bring(VOTE)
    assert (again["created"], again["details"]["asked_again"]) == (1, 1)
    assert recorded() == [(None, reason), (True, None)]
    table, left_out = votes_table()
    assert (table["met"].tolist(), left_out) == ([True], 1)
    assert vote_counts(list(Judge.objects.all())) == {Judge.objects.get().pk: 1}


def test_both_files_again_change_nothing(bring):
    bring(failed("timeout", latency_ms="9"))
    bring(VOTE)
    for row in (failed("timeout", latency_ms="9"), failed("timeout"), VOTE):
        again = bring(row)
        assert (again["created"], again["unchanged"], again["details"]["asked_again"]) == (0, 1, 0)
    assert len(recorded()) == 2


def test_a_failure_may_be_followed_by_another_and_by_a_refusal_which_is_final(bring):
    for reason in ("timeout", "provider_error", "refusal"):
        bring(failed(reason))
    assert [reason for _, reason in recorded()] == ["timeout", "provider_error", "refusal"]
    with pytest.raises(BadInputError, match=r"votes\.csv:2:met: differs from the vote recorded"):
        bring(VOTE)
    assert len(recorded()) == 3


@pytest.mark.parametrize("later", [VOTE | {"met": "0"}, failed("timeout"), FAILED])
def test_a_vote_is_followed_by_nothing(bring, later):
    bring(VOTE)
    with pytest.raises(BadInputError, match="only after parse_failure, timeout, provider_error may another"):
        bring(later)
    assert recorded() == [(True, None)]


def test_no_vote_without_a_reason_is_not_known_to_be_passing(bring):
    bring(FAILED)
    with pytest.raises(BadInputError, match="a vote never changes"):
        bring(VOTE)


def test_the_database_takes_one_outcome_that_is_final(bring):
    bring(failed("timeout"))
    first = JudgeVote.objects.get()

    def append(**said):
        facts = ("judge", "prompt", "response", "response_sha256", "criterion_version")
        return JudgeVote.objects.create(**{name: getattr(first, name) for name in facts}, **said)

    append(met=None, no_vote_reason="timeout")
    append(met=True)
    for said in ({"met": False}, {"met": None}, {"met": None, "no_vote_reason": "refusal"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            append(**said)


@pytest.fixture
def closed(cast):
    """Two units; a/one voted on the first and failed on the second."""
    made = make_round(cast.clinicians, make_responses(make_tasks(1, n_criteria=2)), [[1, 1, 1]] * 2)
    make_votes(made, {"a/one": [1, -1]})
    return made


def follow(met: bool) -> JudgeVote:
    """Append a vote on the unit of the failure."""
    before = JudgeVote.objects.get(met=None)
    facts = ("judge", "prompt", "response", "response_sha256", "criterion_version")
    return JudgeVote.objects.create(**{name: getattr(before, name) for name in facts}, met=met)


def test_the_later_one_counts_on_a_round(closed):
    assert round_votes(round_ratings(closed)).votes[:, 0].tolist() == [1, -1]
    follow(False)
    assert round_votes(round_ratings(closed)).votes[:, 0].tolist() == [1, 0]


def test_what_followed_since_a_freeze_is_left_aside_for_its_panel(closed):
    ratings, now = round_ratings(closed), timezone.now()
    alter(JudgeVote.objects.all(), created_at=now - timedelta(hours=2))
    vote = follow(False)

    def as_of(hours):
        moment = (now - timedelta(hours=hours)).isoformat(timespec="seconds")
        return pinned_votes(ratings, {"a/one": "v1"}, moment).votes[:, 0].tolist()

    assert as_of(1) == [1, -1]  # frozen after the failure, before the vote
    assert as_of(3) == [1, 0]  # both came into this database after the freeze: it holds what counted then
    alter(JudgeVote.objects.filter(pk=vote.pk), created_at=now - timedelta(minutes=90))
    assert as_of(1) == [1, 0]  # frozen after both


def test_its_page_tells_what_was_asked_again(client, cast, closed):
    client.force_login(cast.admin)
    judge = Judge.objects.get()
    address = reverse("judge_detail", args=[judge.pk])
    assert "Asked again" not in client.get(address).content.decode()
    follow(True)
    move_stamps([judge_scope(judge.pk)])
    page = client.get(address).content.decode()
    assert "Asked again after a reply that failed: 1." in page
    assert "Every pair has a vote." in page
