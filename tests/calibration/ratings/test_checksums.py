"""The sums notice every row that changed, was added or went, by whatever hand."""

import pytest
from django.db.models import QuerySet

from annotation.base.history_guard import history_unguarded
from annotation.models import CriterionVersion, Label, RaterSlot, Response, RoundItem
from calibration.models import Judge, JudgePrompt, JudgeVote
from calibration.ratings.checksums import round_checksums
from tests.calibration.builders import make_responses, make_tasks, make_votes, sha256

pytestmark = pytest.mark.both_databases


def update(rows, **changes):
    """As no writer of the product does: votes and revisions are history."""
    with history_unguarded(rows.model):
        QuerySet.update(rows, **changes)


def one_vote_less():
    with history_unguarded(JudgeVote):
        JudgeVote.objects.filter(pk=JudgeVote.objects.first().pk)._raw_delete("default")


CHANGES = {
    "a label's value": lambda: Label.objects.filter(pk=Label.objects.first().pk).update(value="not_met"),
    "a label that stands no more": lambda: Label.objects.filter(pk=Label.objects.first().pk).update(
        standing="confirm"
    ),
    "a label less": lambda: Label.objects.first().delete(),
    "a vote": lambda: update(JudgeVote.objects.filter(pk=JudgeVote.objects.first().pk), met=False),
    "a vote that is none": lambda: update(
        JudgeVote.objects.filter(pk=JudgeVote.objects.first().pk), met=None
    ),
    "a vote less": one_vote_less,
    "the name of a judge": lambda: Judge.objects.filter(judge_id="m/a").update(judge_id="m/z"),
    "the name of a prompt": lambda: JudgePrompt.objects.update(version="other"),
    "a response's text": lambda: Response.objects.filter(task__uid="T01").update(sha256=sha256("other")),
    "a criterion's words": lambda: update(CriterionVersion.objects.all(), text="Other words."),
    "a criterion's weight": lambda: update(CriterionVersion.objects.filter(weight=1), weight=3),
    "a rater less": lambda: RaterSlot.objects.filter(position=3).delete(),
    "an item less": lambda: (Label.objects.all().delete(), RoundItem.objects.first().delete()),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_change_is_noticed(closed, change):
    before = round_checksums(closed).fingerprint
    assert round_checksums(closed).fingerprint == before
    change()
    assert round_checksums(closed).fingerprint != before


def test_two_votes_that_change_places_are_noticed(closed):
    first = JudgeVote.objects.filter(judge__judge_id="m/a", met=True)[0]
    second = JudgeVote.objects.filter(judge__judge_id="m/a", met=False)[0]
    before = round_checksums(closed).fingerprint
    update(JudgeVote.objects.filter(pk=first.pk), met=False)
    update(JudgeVote.objects.filter(pk=second.pk), met=True)
    assert round_checksums(closed).fingerprint != before


def test_a_later_asking_is_an_entry_of_its_own(closed):
    askings = len(round_checksums(closed).votes)
    make_votes(closed, {"m/a": [1] * 16}, repetition=2)
    assert len(round_checksums(closed).votes) == askings + 1


def test_votes_on_other_responses_are_not_looked_at(closed):
    elsewhere = make_responses(make_tasks(1, prefix="X"))[0]
    before = round_checksums(closed).fingerprint
    vote = JudgeVote.objects.first()
    vote.pk, vote.response, vote._state.adding = None, elsewhere, True
    vote.save()
    assert round_checksums(closed).fingerprint == before


def test_everything_is_read_in_few_queries(closed, django_assert_max_num_queries):
    with django_assert_max_num_queries(8):
        round_checksums(closed).fingerprint  # noqa: B018
