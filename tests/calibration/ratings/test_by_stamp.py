"""Ratings and votes come from the cache as long as the stamp stays, and from the rows when it moved."""

import numpy as np
import pytest

from annotation.base.array_cache import clear_memory
from annotation.base.stamps import move_stamps, round_scope
from annotation.models import Label, Response, RevisionStamp
from calibration.models import Judge, JudgeVote
from calibration.ratings import counted_votes, read_round_ratings, round_ratings, round_votes
from calibration.ratings.judged_round import judged_round, round_to_rank
from calibration.ratings.vote_columns import judge_scope
from tests.calibration.builders import sha256
from tests.tampering import alter

pytestmark = pytest.mark.both_databases

PARAMETERS = {"judges": None, "size": 3, "metric": "kappa"}


@pytest.fixture(params=["in memory", "from its file"])
def stamped(request, closed, settings, tmp_path):
    """The closed round with stamps, read once; then all memory is kept, or lost as in another process."""
    settings.DATA_DIR = tmp_path
    move_stamps([round_scope(closed.pk), *map(judge_scope, Judge.objects.values_list("pk", flat=True))])
    judged_round(closed)
    if request.param == "from its file":
        clear_memory()
    return closed


def votes_of(round, judge="m/a"):
    judged = judged_round(round)
    return judged.votes.votes[:, judged.votes.names.index(judge)].tolist()


def change_votes(judge="m/a"):
    """As no writer of the product does: votes are history."""
    alter(JudgeVote.objects.filter(judge__judge_id=judge), met=True)


def test_what_is_cached_is_what_the_rows_say(stamped):
    cached, read = judged_round(stamped), round_to_rank(stamped, PARAMETERS)
    assert cached.stamp is not None
    assert read.stamp is None
    np.testing.assert_array_equal(cached.labels.ratings, read.labels.ratings)
    np.testing.assert_array_equal(cached.labels.states, read.labels.states)
    np.testing.assert_array_equal(cached.votes.votes, read.votes.votes)
    np.testing.assert_array_equal(cached.votes.asked, read.votes.asked)
    assert (cached.votes.costs, cached.votes.latencies) == (read.votes.costs, read.votes.latencies)
    assert cached.hashes("d") == read.hashes("d")


def test_labels_are_read_again_when_the_rounds_stamp_moved(stamped):
    before = round_ratings(stamped).ratings.tolist()
    Label.objects.filter(item__round=stamped).update(value="met")
    assert round_ratings(stamped).ratings.tolist() == before
    assert read_round_ratings(stamped).ratings.tolist() == [[1, 1, 1]] * 16
    move_stamps([round_scope(stamped.pk)])
    assert round_ratings(stamped).ratings.tolist() == [[1, 1, 1]] * 16


def test_votes_are_read_again_when_the_judges_stamp_moved(stamped):
    before = votes_of(stamped)
    change_votes()
    assert votes_of(stamped) == before
    move_stamps([judge_scope(Judge.objects.get(judge_id="m/b").pk)])
    assert votes_of(stamped) == before
    move_stamps([judge_scope(Judge.objects.get(judge_id="m/a").pk)])
    assert votes_of(stamped) == [1] * 16


def test_a_judge_without_a_stamp_is_read_from_the_rows(stamped):
    RevisionStamp.objects.filter(scope=judge_scope(Judge.objects.get(judge_id="m/a").pk)).delete()
    change_votes()
    assert votes_of(stamped) == [1] * 16
    assert judged_round(stamped).stamp is None


def test_a_round_without_a_stamp_is_read_from_the_rows(closed):
    assert round_ratings(closed).stamp is None
    Label.objects.filter(item__round=closed).update(value="met")
    assert round_ratings(closed).ratings.tolist() == [[1, 1, 1]] * 16


def test_another_text_of_a_response_needs_no_stamp(stamped):
    assert votes_of(stamped)[:2] == [1, 1]
    Response.objects.filter(task__uid="T01").update(sha256=sha256("other"))
    assert votes_of(stamped)[:4] == [-1] * 4
    assert votes_of(stamped)[4:] == round_votes(read_round_ratings(stamped)).votes[4:, 0].tolist()


def test_no_vote_is_read_while_the_stamps_stay(stamped, django_assert_max_num_queries):
    with django_assert_max_num_queries(10) as queries:
        judged_round(stamped)
    assert not [query for query in queries if "calibration_judgevote" in query["sql"]]
    assert not [query for query in queries if 'FROM "annotation_label"' in query["sql"]]


def test_no_reason_and_no_cost_are_told_from_nothing(closed):
    judge = Judge.objects.get(judge_id="o/e")
    votes = counted_votes(read_round_ratings(closed), [judge.pk])[judge.pk]
    columns = votes.columns
    without = columns.met[votes.positions] == -1
    assert without.sum() == 2
    reasons = columns.reasons[votes.positions]
    assert {columns.reason_words[code] for code in reasons[without]} == {"parse_failure"}
    assert (reasons[~without] == -1).all()
    assert set(columns.costs.tolist()) == {300_000}  # 0.003 USD in units of 1e-8
