"""The words of querysets: each with a row on either side of its condition."""

import hashlib
import re
from pathlib import Path

import pytest
from django.db.models import Count
from django.utils import timezone

from annotation.models import (
    Assignment,
    AssignmentState,
    Label,
    LabelStanding,
    LabelValue,
    Response,
    Round,
    RoundItem,
    TopicOptOut,
    Transcript,
    TranscriptLabel,
)
from annotation.models.rounds import is_first
from tests.annotation.scene import make_open_round, make_response, make_task

ROOT = Path(__file__).parents[3]
PRODUCT = ("annotation", "calibration", "scoring", "config")
BY_HAND = re.compile(
    r"repeat_of(__isnull)?\s*=|repeat_of_id is|[\"']([a-z_]+__)?repeat_of(__isnull)?[\"']\s*:"
)


@pytest.fixture
def round(db, cast) -> Round:
    """Two responses, and the first of them again for the first rater."""
    round = make_open_round(cast, tasks=2, criteria=3)
    first = round.items.earliest("position")
    repeat = RoundItem.objects.create(
        round=round,
        response=first.response,
        rubric_revision=first.rubric_revision,
        position=3,
        repeat_of=first,
        repeat_for=cast.clinicians[0],
    )
    Assignment.objects.create(round=round, item=repeat, rater=cast.clinicians[0], order=3)
    return round


def make_label(item: RoundItem, person, position: int, **fields) -> Label:
    version = item.rubric_revision.criterion_versions.get(position=position)
    return Label.objects.create(
        item=item, rater=person, criterion=version.criterion, criterion_version=version, **fields
    )


def test_firsts_leave_the_repeats_of_the_retest_out(round):
    assert list(round.items.firsts().values_list("position", flat=True)) == [1, 2]
    assert [item.is_repeat for item in round.items.order_by("position")] == [False, False, True]
    counted = Round.objects.annotate(n=Count("items", filter=is_first("items"))).get(pk=round.pk)
    assert counted.n == 2


def test_items_are_of_responses_or_of_transcripts(round):
    conversation = Transcript.objects.create(transcript_id="T1")
    long = RoundItem.objects.create(round=round, transcript=conversation, position=4)
    assert list(round.items.of_transcripts()) == [long]
    assert list(round.items.of_responses().values_list("position", flat=True)) == [1, 2, 3]


def test_assignments_are_active_until_they_are_left_out(round, cast):
    own = round.assignments.filter(rater=cast.clinicians[0]).order_by("order")
    assert (own.active().count(), own.of_firsts().count()) == (3, 2)
    for state in (AssignmentState.OPTED_OUT, AssignmentState.WITHDRAWN):
        own.filter(order=1).update(state=state)
        assert own.active().count() == 2


def test_answered_labels_have_a_value_that_stands(round, cast):
    item, person = round.items.earliest("position"), cast.clinicians[0]
    judged = make_label(item, person, 1, value=LabelValue.CANNOT_JUDGE)
    reworded = make_label(item, person, 2, value=LabelValue.MET, standing=LabelStanding.CONFIRM)
    make_label(item, person, 3, note="only a note")
    assert list(Label.objects.answered()) == [judged]
    assert list(Label.objects.to_confirm()) == [reworded]
    assert set(Label.objects.given()) == {judged, reworded}


def test_a_reopened_label_is_neither_answered_nor_to_confirm(round, cast):
    make_label(
        round.items.earliest("position"),
        cast.clinicians[0],
        1,
        value=LabelValue.MET,
        standing=LabelStanding.REOPENED,
    )
    assert not Label.objects.answered().exists()
    assert not Label.objects.to_confirm().exists()


def test_labels_of_firsts_leave_the_retest_out(round, cast):
    person = cast.clinicians[0]
    first, _, repeat = round.items.order_by("position")
    label = make_label(first, person, 1, value=LabelValue.MET)
    make_label(repeat, person, 1, value=LabelValue.NOT_MET)
    assert list(Label.objects.of_firsts()) == [label]


def test_labels_of_conversations_are_given_with_a_word(round, cast):
    conversation = Transcript.objects.create(transcript_id="T1")
    item = RoundItem.objects.create(round=round, transcript=conversation, position=4)
    given, silent = (
        TranscriptLabel.objects.create(item=item, rater=person, value=value)
        for person, value in zip(cast.clinicians, ["No Violation", None], strict=False)
    )
    assert list(TranscriptLabel.objects.given()) == [given]
    assert set(TranscriptLabel.objects.of_firsts()) == {given, silent}


def test_an_empty_reply_has_a_text_and_an_unknown_one_has_none(db):
    task = make_task("texts")
    empty = make_response(task, attempt=1, text="")
    unknown = make_response(task, attempt=2, text=None)
    assert empty.sha256 == hashlib.sha256(b"").hexdigest()
    assert list(Response.objects.with_text()) == [empty]
    assert list(Response.objects.without_text()) == [unknown]


def test_a_topic_is_left_out_until_it_is_taken_back(cast):
    present, ended = (
        TopicOptOut.objects.create(person=cast.clinicians[0], sub_category=topic)
        for topic in ("Grief & Loss", "Self-Harm")
    )
    TopicOptOut.objects.filter(pk=ended.pk).update(ended_at=timezone.now())
    assert list(TopicOptOut.objects.present()) == [present]


def written_by_hand(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if BY_HAND.search(line)]


def test_no_product_code_writes_the_condition_of_firsts_by_hand():
    """Who forgets the condition counts retests as data; `firsts` and `of_firsts` are its only home."""
    found = {
        str(path.relative_to(ROOT)): lines
        for name in PRODUCT
        for path in (ROOT / name).rglob("*.py")
        if not {"models", "migrations"} & set(path.relative_to(ROOT).parts)
        and (lines := [line for line in written_by_hand(path.read_text()) if line != MAKES_A_REPEAT])
    }
    assert found == {}


MAKES_A_REPEAT = "repeat_of=original.item,"


@pytest.mark.parametrize(
    "line",
    [
        "items.filter(repeat_of=None)",
        "Q(items__repeat_of__isnull=True)",
        'filter(**{"item__repeat_of": None})',
        "one.repeat_of_id is None",
    ],
)
def test_the_condition_by_hand_is_recognised(line):
    assert written_by_hand(line) == [line]


@pytest.mark.parametrize("line", ["items.firsts()", 'values_list("item__repeat_of", "criterion")'])
def test_other_uses_of_the_column_are_not(line):
    assert written_by_hand(line) == []
