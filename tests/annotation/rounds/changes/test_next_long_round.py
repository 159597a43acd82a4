"""A closed round of long conversations labelled anew: labels are carried, and the first ones stay."""

import pytest
from django.urls import reverse

from annotation.assignments.progress import round_progress
from annotation.base.errors import BadInputError
from annotation.models import AuditEntry, Round, RoundPurpose, TranscriptLabel, TranscriptLabelEvent
from annotation.rounds.changes.next_round import reopen_as_new_round
from annotation.rounds.drafts.edit_draft import draft_seen, edit_draft
from annotation.rounds.open_and_close import close_round, open_round
from tests.annotation.long_scene import judge, make_open_long_round
from tests.html import html_of

pytestmark = pytest.mark.both_databases

WORDS = ("no violation", "violation")


@pytest.fixture
def closed(cast) -> Round:
    """On long-1 all say no violation; on long-2 carmen says violation."""
    opened = make_open_long_round(cast, items=2)
    for rater in cast.clinicians:
        judge(rater, opened, "long-1", "no violation", note="Calm throughout.", evidence_turns=[2])
        judge(
            rater, opened, "long-2", WORDS[rater == cast.clinicians[2]], note="See there.", evidence_turns=[1]
        )
    return close_round(actor=cast.admin, round=opened)


def said_in(round: Round) -> set[tuple]:
    labels = TranscriptLabel.objects.filter(item__round=round)
    return set(labels.values_list("item__transcript__transcript_id", "rater__username", "value", "note"))


def test_every_label_is_carried_with_its_note_and_evidence(cast, closed):
    again = open_round(
        actor=cast.admin, round=reopen_as_new_round(actor=cast.admin, round=closed, name="again")
    )
    assert (again.predecessor, again.vocabulary, again.kind) == (closed, closed.vocabulary, closed.kind)
    assert said_in(again) == said_in(closed)
    label = TranscriptLabel.objects.filter(
        item__round=again, item__transcript__transcript_id="long-1"
    ).first()
    assert (label.evidence_turns, label.version) == ([2], 1)
    events = TranscriptLabelEvent.objects.filter(item__round=again)
    assert set(events.values_list("source", "version")) == {("carry", 1)}
    assert events.count() == 6
    assert round_progress(again).n_holes == 0
    assert AuditEntry.objects.filter(verb="open_round").first().detail["stands"] == 6


def test_changing_a_carried_label_leaves_the_first_one_as_it_was(cast, closed):
    before = said_in(closed)
    again = open_round(actor=None, round=reopen_as_new_round(actor=None, round=closed, name="again"))
    judge(cast.clinicians[0], again, "long-1", "violation", version=1)
    assert said_in(closed) == before
    assert ("long-1", "asha", "violation", "Calm throughout.") in said_in(again)


def test_after_the_discussion_contested_conversations_are_asked_again(cast, closed):
    made = reopen_as_new_round(actor=None, round=closed, name="after", purpose=RoundPurpose.POST_DISCUSSION)
    after = open_round(actor=None, round=made)
    assert [item.transcript.transcript_id for item in after.items.all()] == ["long-2"]
    assert said_in(after) == {("long-2", name, None, "See there.") for name in ("asha", "bela", "carmen")}
    assert round_progress(after).n_holes == 3
    judge(cast.clinicians[2], after, "long-2", "no violation", version=1)
    assert round_progress(after).n_holes == 2


def test_a_word_that_is_not_offered_any_more_is_asked_for_again(cast, closed):
    made = reopen_as_new_round(actor=None, round=closed, name="again")
    edit_draft(
        actor=None,
        round=made,
        seen=draft_seen(made),
        raters=cast.clinicians,
        title="",
        seed=1,
        vocabulary=["no violation", "drifted", "cannot judge"],
    )
    again = open_round(actor=None, round=made)
    words = {(name, rater): value for name, rater, value, _ in said_in(again)}
    assert words["long-2", "carmen"] is None
    assert words["long-2", "asha"] == "no violation"


def test_nothing_to_discuss_is_said(cast):
    opened = make_open_long_round(cast, items=1)
    for rater in cast.clinicians:
        judge(rater, opened, "long-1", "violation")
    close_round(actor=None, round=opened)
    with pytest.raises(BadInputError, match="agreed on everything"):
        reopen_as_new_round(actor=None, round=opened, name="a", purpose=RoundPurpose.POST_DISCUSSION)


def test_the_page_says_that_consistency_is_not_measured_here(client, cast, closed):
    client.force_login(cast.admin)
    page = html_of(client.get(reverse("round_detail", args=["long"])))
    assert "measured in rounds of responses only" in page


@pytest.mark.parametrize(("query", "items"), [("", 2), ("?after=discussion", 1)])
def test_the_pages_offer_and_make_it(client, cast, closed, query, items):
    client.force_login(cast.admin)
    url = reverse("round_reopen", args=["long"]) + query
    assert f'href="{url}"' in html_of(client.get(reverse("round_detail", args=["long"])))
    assert "after=discussion" in html_of(client.get(reverse("round_discussion", args=["long"])))
    raters = {f"rater_{n}": rater.pk for n, rater in enumerate(cast.clinicians, start=1)}
    assert client.post(url, {"name": "next", **raters}).url == "/rounds/next/"
    assert Round.objects.get(name="next").items.count() == items
