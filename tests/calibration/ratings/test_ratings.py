"""Rows become arrays: the order of units, what counts as a rating or a vote, and hashes that follow it."""

import numpy as np
import pytest

from annotation.models import CriterionVersion, Label, RoundItem
from calibration.models import JudgePrompt, JudgeVote
from calibration.ratings import round_ratings, round_votes
from tests.calibration.builders import (
    CANNOT_JUDGE,
    add_revision,
    make_responses,
    make_round,
    make_tasks,
    make_votes,
)

pytestmark = pytest.mark.both_databases

RATINGS = [[1, 1, 1], [1, CANNOT_JUDGE, 0], [0, 0, -1], [1, 0, 0]]


@pytest.fixture
def closed(cast):
    """Two tasks, two criteria each, one model: four units."""
    return make_round(cast.clinicians, make_responses(make_tasks(2, n_criteria=2)), RATINGS)


def test_units_stand_in_published_order_with_ratings_and_states(closed):
    ratings = round_ratings(closed)
    keys = [unit.key for unit in ratings.units]
    assert keys[:2] == [("T01", "maker/a", 1, "T01-1"), ("T01", "maker/a", 1, "T01-2")]
    assert keys == sorted(keys)
    assert ratings.ratings.tolist() == [[1, 1, 1], [1, -1, 0], [0, 0, -1], [1, 0, 0]]
    assert ratings.states[1].tolist() == ["met", "cannot_judge", "not_met"]
    assert ratings.states[2, 2] == ""
    assert ratings.task_index.tolist() == [0, 0, 1, 1]
    assert ratings.weights.tolist() == [1, 2, 1, 2]


def test_models_of_one_task_are_sorted_and_criteria_keep_their_positions(cast):
    responses = make_responses(make_tasks(1, n_criteria=11), ("maker/b", "maker/a"))
    ratings = round_ratings(make_round(cast.clinicians, responses, [[1, 1, 1]] * 22))
    assert [unit.key[1] for unit in ratings.units] == ["maker/a"] * 11 + ["maker/b"] * 11
    assert [unit.key[3] for unit in ratings.units][9:11] == ["T01-10", "T01-11"]


def test_a_repeat_of_the_retest_is_no_unit(closed, cast):
    first = closed.items.first()
    RoundItem.objects.create(
        round=closed,
        response=first.response,
        rubric_revision=first.rubric_revision,
        position=99,
        repeat_of=first,
        repeat_for=cast.clinicians[0],
    )
    assert len(round_ratings(closed).units) == 4


def test_a_label_that_no_longer_stands_is_no_rating(closed):
    Label.objects.filter(criterion__criterion_id="T01-1").update(standing="reopened")
    assert round_ratings(closed).ratings[0].tolist() == [-1, -1, -1]


def test_one_changed_label_changes_the_hash_of_labels_alone(closed):
    before = round_ratings(closed)
    Label.objects.filter(criterion__criterion_id="T02-2", value="met").update(value="not_met")
    after = round_ratings(closed)
    assert before.labels_sha256 != after.labels_sha256
    assert before.rubrics_sha256 == after.rubrics_sha256
    assert before.responses_sha256 == after.responses_sha256


def test_no_vote_and_not_asked_are_kept_apart(closed):
    make_votes(closed, {"b/two": [1, -1, -2, 0], "a/one": [0, 0, 1, 1]})
    votes = round_votes(round_ratings(closed))
    assert votes.names == ["a/one", "b/two"]
    assert votes.votes[:, 1].tolist() == [1, -1, -1, 0]
    assert votes.asked[:, 1].tolist() == [True, True, False, True]
    assert (votes.votes != -1).mean(axis=0).tolist() == [1.0, 0.5]


def test_the_newest_prompt_and_the_first_repetition_count(closed):
    make_votes(closed, {"a/one": [1, 1, 1, 1]})
    make_votes(closed, {"a/one": [0, 0, 0, 1]}, prompt="v2")
    make_votes(closed, {"a/one": [1, 0, 1, 0]}, prompt="v2", repetition=2)
    ratings = round_ratings(closed)
    assert round_votes(ratings).votes[:, 0].tolist() == [0, 0, 0, 1]
    old = {"a/one": JudgePrompt.objects.get(version="v1")}
    assert round_votes(ratings, prompts=old).votes[:, 0].tolist() == [1, 1, 1, 1]


def test_votes_on_another_text_of_the_response_do_not_count(closed):
    make_votes(closed, {"a/one": [1, 1, 1, 1]})
    other = closed.items.first().response
    vote = JudgeVote.objects.filter(response=other).first()
    JudgeVote.objects.bulk_create(
        JudgeVote(
            judge=vote.judge,
            prompt=vote.prompt,
            response=other,
            response_sha256="0" * 64,
            criterion_version=version,
            met=False,
        )
        for version in CriterionVersion.objects.filter(revision__task=other.task)
    )
    assert round_votes(round_ratings(closed)).votes[:, 0].tolist() == [1, 1, 1, 1]


def test_a_vote_on_a_later_revision_counts_where_the_words_stayed(closed):
    response = closed.items.get(response__task__uid="T01").response
    later = add_revision(response.task, ["Criterion 1.", "Said otherwise."], "wording")
    judge, prompt = make_votes(closed, {"a/one": [-2, -2, -2, -2]})[0], JudgePrompt.objects.get()
    JudgeVote.objects.bulk_create(
        JudgeVote(
            judge=judge,
            prompt=prompt,
            response=response,
            response_sha256=response.sha256,
            criterion_version=version,
            met=True,
        )
        for version in later.criterion_versions.all()
    )
    assert round_votes(round_ratings(closed)).votes[:, 0].tolist() == [1, -1, -1, -1]


def test_costs_are_means_of_what_is_known(closed):
    make_votes(closed, {"a/one": [1, 1, 0, 0]}, costs={"a/one": 0.1}, latency_ms=40)
    make_votes(closed, {"b/two": [1, 1, 0, 0]})
    votes = round_votes(round_ratings(closed))
    assert votes.costs == [0.1, None]
    assert votes.latencies == [40.0, None]
    assert np.array_equal(votes.votes[:, 0], votes.votes[:, 1])
