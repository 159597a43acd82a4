"""An item that lacks a rater goes to another clinician, whose labels then stand in its place."""

import pytest

from annotation.access import may_see_all_labels, rates_open_round, responses_for, rounds_to_label
from annotation.assignments.progress import round_progress
from annotation.assignments.slots import rater_slots_of
from annotation.base.refusals import NotNowError, NotThereError, UnusableError
from annotation.care.opt_out import leave_out_item, leave_out_topic
from annotation.corpus.imports.import_source import read_source
from annotation.models import Assignment, AssignmentState, AuditEntry, Role
from annotation.rounds.discussion.report import discussed_items
from annotation.rounds.export_labels import labels_table
from annotation.rounds.import_labels import import_labels
from annotation.rounds.open_and_close import close_round
from annotation.rounds.reassign import candidates_for, reassign_item, unassigned_items
from annotation.tables.files.writing import write_table
from calibration.ratings import round_ratings
from tests.annotation.scene import make_open_round, own_assignment, say, say_all
from tests.cast import make_person

pytestmark = pytest.mark.both_databases


@pytest.fixture
def noor(cast):
    """A clinician without a slot in the round."""
    return make_person("noor", Role.CLINICIAN)


@pytest.fixture
def opened(cast):
    return make_open_round(cast)


@pytest.fixture
def hole(cast, opened):
    """bela, the second rater, said something on the first item and then left it out."""
    bela = cast.clinicians[1]
    say(bela, opened, "pilot-1-1", "not_met")
    own = own_assignment(bela, opened, "pilot-1")
    leave_out_item(person=bela, assignment=own)
    return own.item


def test_it_is_shown_as_lacking_a_rater_and_not_whom(opened, hole):
    found = unassigned_items(opened)
    assert [(one.item, one.n_places) for one in found] == [(hole, 1)]
    assert set(vars(found[0])) == {"item", "n_places"}


def test_the_stand_in_fills_the_place_in_progress_frame_and_export(cast, opened, hole, noor):
    for rater in cast.clinicians[::2]:
        say_all(rater, opened)
    reassign_item(actor=cast.admin, round=opened, item=hole, rater=noor)
    assert unassigned_items(opened) == []
    for n in (1, 2, 3):
        say(noor, opened, f"pilot-1-{n}", "met")
    assert [tally.holes for tally in round_progress(opened).tallies] == [0, 3, 0]  # bela's second item
    closed = close_round(actor=cast.admin, round=opened, confirmed_holes=3)
    assert round_ratings(closed).ratings[:3].tolist() == [[1, 1, 1]] * 3  # noor's met, not bela's not met
    table = labels_table(closed)
    first = table[table["unique_id"] == "pilot-1"]
    assert first["rater_2_met"].tolist() == [True] * 3
    assert table[table["unique_id"] == "pilot-2"]["rater_2_met"].isna().all()


@pytest.fixture
def filled(cast, opened, hole, noor):
    """The round closed after noor answered the item in bela's place, alike with the others."""
    for rater in cast.clinicians[::2]:
        say_all(rater, opened)
    reassign_item(actor=cast.admin, round=opened, item=hole, rater=noor)
    for n in (1, 2, 3):
        say(noor, opened, f"pilot-1-{n}", "met")
    return close_round(actor=cast.admin, round=opened, confirmed_holes=3)


def test_the_discussion_hears_the_stand_in(filled, hole, noor):
    item = next(
        one for one in discussed_items(filled, noor, [hole.pk], rater_slots_of(filled)) if one.item == hole
    )
    assert [[voice.value for voice in unit.voices] for unit in item.units] == [["met"] * 3] * 3
    assert [voice.is_own for voice in item.units[0].voices] == [False, True, False]


def test_the_exported_labels_come_back_unchanged(filled, tmp_path):
    path = tmp_path / "labels.csv"
    write_table("labels", labels_table(filled), path)
    outcome = import_labels(source=read_source("labels", path), round_name="pilot", actor=None)
    assert (outcome.created, outcome.unchanged) == (0, 6)


def test_while_nobody_took_over_what_was_said_stands(cast, opened, hole):
    close_round(actor=cast.admin, round=opened, confirmed_holes=17)
    assert round_ratings(opened).ratings[0].tolist() == [-1, 0, -1]


def test_the_stand_in_is_a_rater_of_an_open_round_and_blind(cast, opened, hole, noor):
    assert not rates_open_round(noor)
    reassign_item(actor=cast.admin, round=opened, item=hole, rater=noor)
    assert list(rounds_to_label(noor)) == [opened]
    assert rates_open_round(noor)
    assert not may_see_all_labels(noor, opened)
    assert not responses_for(noor).exists()
    own = own_assignment(noor, opened, "pilot-1")
    assert (own.order, own.sitting) == (1, 1)


def test_a_stand_in_who_leaves_it_out_too_leaves_a_hole_again(cast, opened, hole, noor):
    reassign_item(actor=cast.admin, round=opened, item=hole, rater=noor)
    leave_out_item(person=noor, assignment=own_assignment(noor, opened, "pilot-1"))
    assert [one.item for one in unassigned_items(opened)] == [hole]
    last = make_person("omar", Role.CLINICIAN)
    reassign_item(actor=cast.admin, round=opened, item=hole, rater=last)
    assert rater_slots_of(opened).holders(hole.pk)[1] == last.pk


def test_two_holes_of_one_item_are_filled_one_after_the_other(cast, opened, hole, noor):
    carmen = cast.clinicians[2]
    leave_out_item(person=carmen, assignment=own_assignment(carmen, opened, "pilot-1"))
    omar = make_person("omar", Role.CLINICIAN)
    for rater in (noor, omar):
        reassign_item(actor=cast.admin, round=opened, item=hole, rater=rater)
    assert rater_slots_of(opened).holders(hole.pk) == [cast.clinicians[0].pk, noor.pk, omar.pk]


def test_whoever_leaves_the_topic_out_is_spared_it(cast, opened, hole, noor):
    leave_out_topic(person=noor, sub_category="Grief & Loss")
    reassign_item(actor=cast.admin, round=opened, item=hole, rater=noor)
    assert Assignment.objects.get(rater=noor).state == AssignmentState.OPTED_OUT
    assert [one.item for one in unassigned_items(opened)] == [hole]


def test_who_can_take_it(cast, opened, hole, noor):
    assert candidates_for([hole]) == {hole.pk: [noor]}
    for person in (*cast.clinicians, cast.author, cast.outsider):
        with pytest.raises(UnusableError, match="cannot take this item"):
            reassign_item(actor=cast.admin, round=opened, item=hole, rater=person)


def test_an_item_with_all_its_raters_is_refused_as_is_another_round_s(cast, opened, hole, noor):
    full = opened.items.exclude(pk=hole.pk).get()
    with pytest.raises(NotNowError, match="has all its raters"):
        reassign_item(actor=cast.admin, round=opened, item=full, rater=noor)
    other = make_open_round(cast, name="other")
    with pytest.raises(NotThereError):
        reassign_item(actor=cast.admin, round=other, item=hole, rater=noor)
    assert not Assignment.objects.filter(rater=noor).exists()


def test_a_closed_round_has_no_unassigned_items(cast, opened, hole, noor):
    closed = close_round(actor=cast.admin, round=opened, confirmed_holes=17)
    assert unassigned_items(closed) == []
    with pytest.raises(NotNowError, match="is not open"):
        reassign_item(actor=cast.admin, round=opened, item=hole, rater=noor)


def test_the_audit_row_names_the_new_rater_and_not_the_one_before(cast, opened, hole, noor):
    reassign_item(actor=cast.admin, round=opened, item=hole, rater=noor)
    entry = AuditEntry.objects.get(verb="reassign_item")
    assert entry.detail == {"round": "pilot", "rater": noor.pseudonym}
    assert (entry.object_id, entry.before_hash, entry.after_hash) == (str(hole.pk), "", "")
