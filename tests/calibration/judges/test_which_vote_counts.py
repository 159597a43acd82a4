"""Of several votes of a judge on one unit, which one counts - and what it cost."""

import pytest

from annotation.models import CriterionVersion, Response
from calibration.models import JudgeVote
from calibration.ratings import round_ratings, round_votes
from tests.calibration.builders import (
    add_revision,
    make_responses,
    make_round,
    make_tasks,
    make_votes,
    sha256,
)

pytestmark = pytest.mark.both_databases


@pytest.fixture
def closed(cast):
    """Two tasks, two criteria each, one model: four units."""
    return make_round(cast.clinicians, make_responses(make_tasks(2, n_criteria=2)), [[1, 1, 1]] * 4)


@pytest.fixture
def again():
    """Call it with a vote, and what differs, for another vote of the same judge on the same response."""

    def vote_again(vote: JudgeVote, version: CriterionVersion | None = None, **changes) -> JudgeVote:
        same = ("judge", "prompt", "response", "response_sha256")
        facts = {name: getattr(vote, name) for name in same} | changes
        return JudgeVote.objects.create(criterion_version=version or vote.criterion_version, **facts)

    return vote_again


def first_vote() -> JudgeVote:
    """The one on the first unit, T01-1."""
    return JudgeVote.objects.get(criterion_version__criterion__criterion_id="T01-1")


def test_a_unit_costs_what_the_vote_that_counts_has_cost(closed, again):
    make_votes(closed, {"a/one": [1, 1, 0, 0]}, costs={"a/one": 0.1}, latency_ms=40)
    vote = first_vote()
    # a later revision has the same words; asked about them anew, the judge took longer, at ten times the cost
    later = add_revision(vote.response.task, ["Criterion 1."], "split").criterion_versions.get()
    again(vote, later, met=False, cost_usd=1, latency_ms=400)
    votes = round_votes(round_ratings(closed))
    assert votes.votes[:, 0].tolist() == [1, 1, 0, 0]
    assert (votes.costs, votes.latencies) == ([0.1], [40.0])


def test_of_later_revisions_with_the_same_words_the_newest_counts(closed, again):
    make_votes(closed, {"a/one": [-2, 1, -2, -2]}, costs={"a/one": 0.1})
    vote = JudgeVote.objects.get()
    for met in (False, True):
        later = add_revision(vote.response.task, ["Criterion 1."], "split").criterion_versions.get()
        again(vote, later, met=met, cost_usd=0.5 if met else 0.9)
    votes = round_votes(round_ratings(closed))
    assert votes.votes[:, 0].tolist() == [1, 1, -1, -1]
    assert votes.costs == [pytest.approx(0.3)]


def test_votes_from_before_the_text_was_known_stay_with_their_response(closed):
    Response.objects.update(final_turn=None, sha256="", assistant_turns=[])
    make_votes(closed, {"a/one": [1, 0, 1, 0]}, costs={"a/one": 0.1})
    assert set(JudgeVote.objects.values_list("response_sha256", flat=True)) == {""}
    Response.objects.update(final_turn="It is known now.", sha256=sha256("It is known now."))
    votes = round_votes(round_ratings(closed))
    assert votes.votes[:, 0].tolist() == [1, 0, 1, 0]
    assert votes.costs == [0.1]


def test_a_vote_on_the_very_text_comes_before_one_from_before_it_was_known(closed, again):
    make_votes(closed, {"a/one": [1, 1, 0, 0]}, costs={"a/one": 0.1})
    again(first_vote(), response_sha256="", met=False, cost_usd=1)
    votes = round_votes(round_ratings(closed))
    assert votes.votes[:, 0].tolist() == [1, 1, 0, 0]
    assert votes.costs == [0.1]
