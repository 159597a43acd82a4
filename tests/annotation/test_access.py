"""Who reaches which rows: each role beside those that do not, each split and state beside the others."""

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404

from annotation import access
from annotation.assignments.progress import round_progress
from annotation.base.record_audit import record_audit
from annotation.care.opt_out import leave_out_item
from annotation.models import (
    Assignment,
    AuditEntry,
    EvaluatedModel,
    Invitation,
    Person,
    Response,
    Role,
    Round,
    RoundState,
    Task,
    Transcript,
)
from annotation.rounds.open_and_close import close_round
from annotation.rounds.reassign import reassign_item
from tests.annotation.scene import make_open_round, make_response, make_round, make_task
from tests.cast import make_person
from tests.tampering import erase

EVERYBODY = ("admin", "author", "viewer", "clinician", "outsider")


def people(cast) -> dict[str, Person]:
    return {name: getattr(cast, name, cast.clinicians[0]) for name in EVERYBODY}


@pytest.fixture
def splits(db):
    for split in ("public", "private", "unassigned"):
        make_response(make_task(split, split=split))


@pytest.fixture
def opened(cast) -> Round:
    return make_open_round(cast, tasks=2, criteria=1)


def also_admin(person: Person) -> Person:
    person.role_grants.create(role=Role.ADMIN)
    return Person.objects.get(pk=person.pk)


def close(cast, round: Round) -> Round:
    return close_round(actor=cast.admin, round=round, confirmed_holes=round_progress(round).n_holes)


ALL, PUBLIC, NONE = {"public", "private", "unassigned"}, {"public"}, set()
TASKS = {"admin": ALL, "author": ALL, "viewer": PUBLIC, "clinician": NONE, "outsider": NONE}
RESPONSES = {"admin": ALL, "author": NONE, "viewer": PUBLIC, "clinician": NONE, "outsider": NONE}


@pytest.mark.parametrize("who", EVERYBODY)
def test_the_splits_whose_tasks_and_responses_each_role_reads(cast, splits, who):
    person = people(cast)[who]
    assert {task.split for task in access.tasks_for(person)} == TASKS[who]
    assert {response.task.split for response in access.responses_for(person)} == RESPONSES[who]


@pytest.mark.parametrize("who", EVERYBODY)
def test_people_invitations_models_and_the_log_are_for_admins(cast, splits, who):
    person = people(cast)[who]
    record_audit(actor=cast.admin, verb="draw_calibration", target="set:one")
    has_all = who == "admin"
    assert access.people_for(person).count() == has_all * Person.objects.count()
    assert access.invitations_for(person).count() == has_all * Invitation.objects.count()
    assert access.models_for(person).count() == has_all * EvaluatedModel.objects.count()
    assert access.audit_entries_for(person).count() == has_all * AuditEntry.objects.count()
    assert AuditEntry.objects.exists()
    assert EvaluatedModel.objects.exists()


def test_one_who_rates_an_open_round_reads_no_model_names_until_it_is_closed(cast, splits, opened):
    rater = also_admin(cast.clinicians[0])
    viewer = Person.objects.get(pk=cast.clinicians[1].pk)  # roles are read once a person
    viewer.role_grants.create(role=Role.VIEWER)
    assert access.rates_open_round(rater)
    assert not access.rates_open_round(cast.admin)
    assert access.models_for(rater).count() == 0
    assert access.models_for(cast.admin).exists()
    assert not access.responses_for(viewer).exists()
    close(cast, opened)
    assert not access.rates_open_round(rater)
    assert access.models_for(rater).exists()
    assert access.responses_for(Person.objects.get(pk=viewer.pk)).exists()


@pytest.mark.parametrize("state", [RoundState.DRAFT, RoundState.OPEN, RoundState.CLOSED])
def test_a_round_is_its_raters_once_it_was_opened(cast, state):
    made = make_round(cast) if state == RoundState.DRAFT else make_open_round(cast)
    if state == RoundState.CLOSED:
        made = close(cast, made)
    rater, was_opened = cast.clinicians[0], state != RoundState.DRAFT
    assert access.rounds_to_label(rater).exists() == was_opened
    assert access.rounds_for(rater).exists() == was_opened
    assert access.assignments_for(rater).exists() == was_opened
    assert access.rounds_for(cast.admin).get() == made
    assert not access.rounds_to_label(cast.admin).exists()
    assert not access.rounds_for(cast.author).exists()
    assert access.rated_now(rater) == ({made.pk} if state == RoundState.OPEN else set())
    assert access.may_see_all_labels(rater, made) == (state == RoundState.CLOSED)
    assert access.may_see_all_labels(cast.admin, made) == (state == RoundState.CLOSED)
    assert not access.may_see_all_labels(cast.author, made)


def test_labels_are_compared_in_a_closed_round_by_raters_and_admins(cast, opened):
    with pytest.raises(PermissionDenied):
        access.closed_round_for(cast.admin, "pilot")
    close(cast, opened)
    assert access.closed_round_for(cast.admin, "pilot") == opened
    assert access.closed_round_for(cast.clinicians[2], "pilot") == opened
    with pytest.raises(Http404):
        access.closed_round_for(cast.author, "pilot")


def test_progress_is_seen_by_admins_who_do_not_rate_in_the_open_round(cast, opened):
    rater = also_admin(cast.clinicians[0])
    other = make_open_round(cast, name="other", tasks=1)
    Round.objects.filter(pk=other.pk).update(state=RoundState.CLOSED, closed_at=other.opened_at)
    other.refresh_from_db()
    assert access.may_see_progress(cast.admin, opened)
    assert not access.may_see_progress(cast.author, opened)
    assert not access.may_see_progress(rater, opened)
    assert access.may_see_progress(rater, other)


def test_a_rater_steers_the_round_where_no_other_admin_is_active(cast, opened):
    rater = also_admin(cast.clinicians[0])
    assert access.may_steer(cast.admin, opened)
    assert not access.may_steer(cast.author, opened)
    assert not access.may_steer(rater, opened)
    Person.objects.filter(pk=cast.admin.pk).update(is_active=False)
    assert access.may_steer(rater, opened)
    Person.objects.filter(pk=cast.author.pk).update(is_active=True)  # others who are no admins do not count
    assert access.may_steer(rater, opened)


def test_the_log_of_one_who_rates_leaves_out_what_others_do_to_labels(cast, opened):
    rater = also_admin(cast.clinicians[0])
    erase(AuditEntry.objects.all())
    item = opened.items.first()
    own = record_audit(actor=rater, verb="label", target=item)
    theirs = record_audit(actor=cast.admin, verb="label", target=item)
    counting = record_audit(actor=cast.admin, verb="add_repeats", target=opened)
    harmless = record_audit(actor=cast.admin, verb="set_guidelines", target=opened)
    assert set(access.audit_entries_for(rater)) == {own, harmless}
    assert set(access.audit_entries_for(cast.admin)) == {own, theirs, counting, harmless}


def test_what_was_left_out_is_seen_by_oneself_while_the_round_is_open(cast, opened):
    asha, bela, _ = cast.clinicians
    left = Assignment.objects.filter(rater=asha).first()
    Assignment.objects.filter(pk=left.pk).update(state="opted_out")
    assert list(access.left_out_for(asha)) == [left]
    assert access.one_left_out_for(asha, "pilot", left.item_id) == left
    assert left not in access.assignments_for(asha)
    assert access.assignments_for(asha).count() == 1
    assert not access.left_out_for(bela).exists()
    Round.objects.update(state=RoundState.CLOSED, closed_at=opened.opened_at)
    assert not access.left_out_for(asha).exists()


@pytest.mark.parametrize("key", [2**63, -(2**63), 10**30])
def test_a_key_beyond_the_database_is_not_found(cast, opened, key):
    with pytest.raises(Http404):
        access.person_for(cast.admin, key)
    with pytest.raises(Http404):
        access.assignment_for(cast.clinicians[0], "pilot", key)


def test_one_object_is_found_by_its_key_and_nothing_else(cast, opened):
    asha, bela, _ = cast.clinicians
    own = Assignment.objects.filter(rater=asha).first()
    assert access.assignment_for(asha, "pilot", own.item_id) == own
    assert access.assignment_to_save(asha, "pilot", own.item_id) == own
    assert access.assignment_for(bela, "pilot", own.item_id).rater == bela
    assert access.person_for(cast.admin, asha.pk) == asha
    assert access.round_for(cast.admin, "pilot") == opened
    assert access.round_to_label(asha, "pilot") == opened
    for reader, name in ((asha, "other"), (cast.admin, "pilot"), (asha, "pi\0lot")):
        with pytest.raises(Http404):
            access.assignment_for(reader, name, own.item_id)
    with pytest.raises(Http404):
        access.person_for(cast.author, asha.pk)
    assert Task.objects.count() == Response.objects.count() == 2


@pytest.mark.parametrize("who", EVERYBODY)
def test_long_conversations_and_progress_are_for_admins(cast, opened, who):
    transcript = Transcript.objects.create(transcript_id="lh-01")
    person = people(cast)[who]
    assert list(access.transcripts_for(person)) == ([transcript] if who == "admin" else [])
    assert access.may_see_progress(person, opened) == (who == "admin")
    assert access.may_see_progress(person, close(cast, opened)) == (who == "admin")


def test_an_item_taken_over_by_somebody_opens_the_round_to_nobody_else(cast, opened):
    noor, otto = (make_person(name, Role.CLINICIAN) for name in ("noor", "otto"))
    bela = cast.clinicians[1]
    item = opened.items.order_by("position").first()
    leave_out_item(person=bela, assignment=item.assignments.get(rater=bela))
    assert not access.rates_open_round(noor)
    reassign_item(actor=cast.admin, round=opened, item=item, rater=noor)
    assert [list(access.rounds_to_label(person)) for person in (noor, otto)] == [[opened], []]
    assert [access.rates_open_round(person) for person in (noor, otto)] == [True, False]


def test_what_one_left_out_is_nobody_elses(cast, opened):
    asha, bela = cast.clinicians[:2]
    item = opened.items.order_by("position").first()
    leave_out_item(person=bela, assignment=item.assignments.get(rater=bela))
    assert access.one_left_out_for(bela, opened.name, item.pk).rater == bela
    with pytest.raises(Http404):
        access.one_left_out_for(asha, opened.name, item.pk)


@pytest.mark.parametrize(("key", "found"), [(1, True), (2**63 - 1, True), (2**63, False), ("a\0b", False)])
def test_a_key_is_asked_for_only_where_a_row_could_have_it(key, found):
    assert access._can_be_asked(key) == found
