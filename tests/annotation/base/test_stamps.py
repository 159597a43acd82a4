"""A stamp moves with a write and never comes back."""

import pytest
from django.db import transaction

from annotation.base import stamps
from annotation.base.stamps import fold_stamps, give_first_stamps, move_stamps, round_scope, stamps_of
from annotation.models import RevisionStamp

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
SCOPE, OTHER = round_scope(1), round_scope(2)


def stamp_of(scope=SCOPE):
    return stamps_of([scope])[scope]


def test_a_scope_that_never_moved_has_no_stamp():
    move_stamps([OTHER])
    assert stamp_of() is None
    assert stamp_of(OTHER) is not None


def test_each_move_makes_another_stamp():
    move_stamps([SCOPE])
    first = stamp_of()
    move_stamps([SCOPE])
    assert first != stamp_of()


def test_a_move_of_another_scope_leaves_it():
    move_stamps([SCOPE, OTHER])
    first = stamp_of()
    move_stamps([OTHER])
    assert stamp_of() == first


def test_a_scope_named_twice_moves_once():
    move_stamps([SCOPE, SCOPE])
    assert RevisionStamp.objects.count() == 1


def test_nothing_to_move_is_no_query(django_assert_num_queries):
    with django_assert_num_queries(0):
        move_stamps([])


def test_all_stamps_are_read_at_once(django_assert_num_queries):
    move_stamps([SCOPE, OTHER])
    with django_assert_num_queries(1):
        assert None not in stamps_of([SCOPE, OTHER]).values()


def test_a_rolled_back_write_leaves_the_stamp_and_its_own_is_never_seen_again():
    move_stamps([SCOPE])
    before = stamp_of()
    with transaction.atomic():
        move_stamps([SCOPE])
        inside = stamp_of()
        transaction.set_rollback(True)
    assert stamp_of() == before
    move_stamps([SCOPE])
    assert stamp_of() not in (before, inside)


def test_first_stamps_go_to_those_without():
    move_stamps([OTHER])
    before = stamp_of(OTHER)
    give_first_stamps([SCOPE, OTHER])
    assert stamp_of() is not None
    assert stamp_of(OTHER) == before


def test_folding_many_rows_leaves_the_stamp(monkeypatch):
    monkeypatch.setattr(stamps, "ROWS_FOLDED", 3)
    for _ in range(3):
        move_stamps([SCOPE])
    move_stamps([OTHER])
    before, other = stamp_of(), stamp_of(OTHER)
    fold_stamps(SCOPE)
    assert RevisionStamp.objects.filter(scope=SCOPE).count() == 1
    assert (stamp_of(), stamp_of(OTHER)) == (before, other)
    move_stamps([SCOPE])
    assert stamp_of() != before


def test_few_rows_are_not_folded(monkeypatch):
    monkeypatch.setattr(stamps, "ROWS_FOLDED", 3)
    for _ in range(2):
        move_stamps([SCOPE])
    fold_stamps(SCOPE)
    assert RevisionStamp.objects.filter(scope=SCOPE).count() == 2


def test_tokens_of_many_moves_fit_into_a_whole_number_of_the_database():
    RevisionStamp.objects.bulk_create(
        RevisionStamp(scope=SCOPE, moves=2**30, token=stamps.LARGEST_TOKEN * 2**30) for _ in range(2)
    )
    assert stamp_of() == f"{2**31}.{2**62}"
