"""Drafts, open and closed rounds, and what raters do meanwhile."""

from uuid import uuid4

from annotation.assignments.progress import round_progress
from annotation.care.opt_out import leave_out_item, leave_out_topic, take_item_back, take_topic_back
from annotation.labelling.reading import record_reading, reveal_item, skip_item
from annotation.labelling.record import record_label, record_transcript_label
from annotation.models import Assignment, Response, RubricRevision, Transcript
from annotation.rounds.changes.guidelines import revise_guidelines
from annotation.rounds.changes.move_to_revision import move_round_to_revision
from annotation.rounds.changes.next_round import reopen_as_new_round
from annotation.rounds.changes.retest import add_repeats
from annotation.rounds.drafts.edit_draft import draft_seen, edit_draft, withdraw_draft
from annotation.rounds.open_and_close import close_round, create_round, open_round
from annotation.rounds.reassign import reassign_item
from annotation.rounds.transcripts.make_and_publish import create_transcript_round, publish_majority
from tests.annotation.long_scene import make_transcript, own_long
from tests.annotation.scene import own_assignment, revise
from tests.at_once.registry import race
from tests.at_once.stage import Stage, fresh
from tests.cast import make_person

NAME_TAKEN = r"A round named 'autumn' exists already\. Please choose another name"
ONLY_DRAFTS = "only a draft can be"
TOPIC = "Grief & Loss"


def _create(stage: Stage, name: str = "autumn"):
    responses = list(Response.objects.select_related("task"))
    return create_round(actor=stage.admin, name=name, responses=responses, raters=list(stage.cast.clinicians))


@race(create_round, won=1, said=NAME_TAKEN)
def three_rounds_of_one_name(stage: Stage):
    assert stage.draft
    return [lambda: _create(stage)] * 3


@race(create_transcript_round, create_round, won=1, said=NAME_TAKEN)
def rounds_of_two_kinds_and_one_name(stage: Stage):
    assert stage.draft
    talk = make_transcript("talk")
    raters = list(stage.cast.clinicians)
    return [
        lambda: create_transcript_round(actor=None, name="autumn", transcripts=[talk], raters=raters),
        lambda: _create(stage),
    ]


@race(reopen_as_new_round, won=1, said=NAME_TAKEN)
def one_round_is_labelled_anew_thrice(stage: Stage):
    closed = close_round(actor=None, round=stage.answered_round)
    return [lambda: reopen_as_new_round(actor=stage.admin, round=fresh(closed), name="autumn")] * 3


def _edit(stage: Stage, seen: str, title: str):
    raters = list(stage.cast.clinicians)
    round = fresh(stage.draft)
    return edit_draft(actor=stage.admin, round=round, seen=seen, raters=raters, title=title, seed=7)


@race(edit_draft, won=1, said="Somebody changed round pilot meanwhile")
def three_edit_one_draft(stage: Stage):
    seen = draft_seen(stage.draft)
    return [lambda title=title: _edit(stage, seen, title) for title in ("One", "Two", "Three")]


@race(edit_draft, withdraw_draft, open_round, won=None, said=f"{ONLY_DRAFTS}|Somebody changed round")
def a_draft_is_edited_withdrawn_and_opened(stage: Stage):
    seen = draft_seen(stage.draft)
    return [
        lambda: _edit(stage, seen, "One"),
        lambda: withdraw_draft(actor=stage.other_admin, round=fresh(stage.draft)),
        lambda: open_round(actor=stage.admin, round=fresh(stage.draft)),
    ]


@race(withdraw_draft, won=1, said=ONLY_DRAFTS)
def one_draft_is_withdrawn_thrice(stage: Stage):
    return [lambda: withdraw_draft(actor=stage.admin, round=fresh(stage.draft))] * 3


@race(open_round, won=1, said=ONLY_DRAFTS)
def one_draft_is_opened_thrice(stage: Stage):
    return [lambda: open_round(actor=stage.admin, round=fresh(stage.draft))] * 3


@race(open_round, leave_out_topic, won=2)
def a_round_opens_while_a_rater_leaves_its_topic_out(stage: Stage):
    asha = stage.cast.clinicians[0]
    stage.after = lambda: not Assignment.objects.active().filter(rater=asha).exists()
    return [
        lambda: open_round(actor=stage.admin, round=fresh(stage.draft)),
        lambda: leave_out_topic(person=fresh(asha), sub_category=TOPIC),
    ]


@race(close_round, won=1, said="only an open round can be closed")
def one_round_is_closed_thrice(stage: Stage):
    holes = round_progress(stage.open_round).n_holes
    return [lambda: close_round(actor=stage.admin, round=fresh(stage.open_round), confirmed_holes=holes)] * 3


@race(close_round, leave_out_topic, leave_out_item, skip_item, reveal_item, won=None, said="is not open|hole")
def a_round_closes_while_its_raters_act(stage: Stage):
    holes = round_progress(stage.open_round).n_holes
    asha, bela, carmen = stage.cast.clinicians
    own = {person: own_assignment(person, stage.open_round, "pilot-1") for person in (asha, bela, carmen)}
    return [
        lambda: close_round(actor=None, round=fresh(stage.open_round), confirmed_holes=holes),
        lambda: leave_out_topic(person=fresh(asha), sub_category=TOPIC),
        lambda: leave_out_item(person=fresh(bela), assignment=own[bela]),
        lambda: skip_item(person=fresh(carmen), assignment=own[carmen]),
        lambda: reveal_item(person=fresh(carmen), assignment=own[carmen]),
    ]


@race(revise_guidelines, won=3)
def three_write_guidelines(stage: Stage):
    return [
        lambda text=text: revise_guidelines(actor=stage.admin, round=fresh(stage.open_round), text=text)
        for text in ("One.", "Two.", "Three.")
    ]


@race(move_round_to_revision, add_repeats, leave_out_topic, won=3)
def a_rubric_moves_while_repeats_are_added_and_a_topic_is_left_out(stage: Stage):
    opened = stage.answered_round
    task = opened.items.firsts().first().response.task
    revise(task, {f"{task.uid}-1": "Other words."})
    newest = RubricRevision.objects.filter(task=task).last()
    return [
        lambda: move_round_to_revision(actor=None, round=fresh(opened), task=task, revision=newest),
        lambda: add_repeats(actor=None, round=fresh(opened), min_days=0),
        lambda: leave_out_topic(person=fresh(stage.cast.clinicians[0]), sub_category=TOPIC),
    ]


@race(add_repeats, won=2)
def repeats_are_added_twice(stage: Stage):
    return [lambda: add_repeats(actor=None, round=fresh(stage.answered_round), min_days=0)] * 2


def _hole(stage: Stage):
    asha = stage.cast.clinicians[0]
    own = own_assignment(asha, stage.open_round, "pilot-1")
    leave_out_item(person=asha, assignment=own)
    return asha, own


@race(reassign_item, won=1, said="This item has all its raters by now|never had it")
def one_hole_is_given_to_three(stage: Stage):
    _, own = _hole(stage)
    dita, emil = make_person("dita", "clinician"), make_person("emil", "clinician")
    return [
        lambda rater=rater: reassign_item(
            actor=None, round=fresh(stage.open_round), item=own.item, rater=fresh(rater)
        )
        for rater in (dita, emil, dita)
    ]


@race(reassign_item, take_item_back, won=1, said="has all its raters|Somebody else reads this item now")
def a_hole_is_given_away_while_its_rater_takes_it_back(stage: Stage):
    asha, own = _hole(stage)
    dita = make_person("dita", "clinician")
    return [
        lambda: reassign_item(actor=None, round=fresh(stage.open_round), item=own.item, rater=fresh(dita)),
        lambda: take_item_back(person=fresh(asha), assignment=own),
    ]


@race(reassign_item, leave_out_topic, won=2)
def a_hole_goes_to_somebody_who_leaves_its_topic_out(stage: Stage):
    _, own = _hole(stage)
    dita = make_person("dita", "clinician")
    stage.after = lambda: not Assignment.objects.active().filter(rater=dita).exists()
    return [
        lambda: reassign_item(actor=None, round=fresh(stage.open_round), item=own.item, rater=fresh(dita)),
        lambda: leave_out_topic(person=fresh(dita), sub_category=TOPIC),
    ]


@race(leave_out_topic, take_topic_back, won=3)
def a_topic_is_left_out_twice_and_taken_back(stage: Stage):
    assert stage.open_round
    asha = stage.cast.clinicians[0]
    leave = lambda: leave_out_topic(person=fresh(asha), sub_category=TOPIC)  # noqa: E731
    return [leave, leave, lambda: take_topic_back(person=fresh(asha), sub_category=TOPIC)]


@race(record_label, record_reading, won=2)
def a_label_and_reading_time_arrive(stage: Stage):
    asha = stage.cast.clinicians[0]
    own = own_assignment(asha, stage.open_round, "pilot-1")
    label = {"criterion": "pilot-1-1", "change": {"value": "met"}, "version": 0, "uuid": uuid4()}
    return [
        lambda: record_label(person=asha, assignment=own, **label),
        lambda: record_reading(person=asha, assignment=own, uuid=uuid4(), active_ms=900),
    ]


@race(record_label, won=1, said="was changed in another window|carries the number of another change")
def two_answers_on_one_version_and_one_number(stage: Stage):
    asha = stage.cast.clinicians[0]
    own = own_assignment(asha, stage.open_round, "pilot-1")
    uuid = uuid4()
    return [
        lambda value=value: record_label(
            person=asha,
            assignment=own,
            criterion="pilot-1-1",
            change={"value": value},
            version=0,
            uuid=uuid,
        )
        for value in ("met", "not_met")
    ]


@race(record_transcript_label, won=1, said="was changed in another window")
def two_words_for_one_conversation(stage: Stage):
    asha = stage.cast.clinicians[0]
    own = own_long(asha, stage.long_round, "long-1")
    return [
        lambda value=value: record_transcript_label(
            person=asha, assignment=own, change={"value": value}, version=1, uuid=uuid4()
        )
        for value in ("violation", "no violation")
    ]


@race(publish_majority, won=3)
def a_majority_is_published_thrice(stage: Stage):
    closed = close_round(actor=None, round=stage.long_round)
    stage.after = lambda: not Transcript.objects.filter(violation_label=None).exists()
    return [lambda: publish_majority(actor=stage.admin, round=fresh(closed))] * 3
