"""Sixty clinicians' saves in one round stand open at the same moment: none waits for another's row."""

import threading
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest
from django.db import connection, transaction

from annotation.base.stamps import round_scope, stamps_of
from annotation.labelling.record import record_label
from annotation.models import Assignment, Label, RevisionStamp
from tests.annotation.scene import make_open_round

SAVERS, ITEMS = 60, 20
LONGEST_SECONDS = 60

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


@pytest.fixture
def assignments(cast):
    """Sixty assignments of one round: twenty items for each of three clinicians."""
    opened = make_open_round(cast, tasks=ITEMS, criteria=1)
    found = list(Assignment.objects.filter(round=opened).select_related("rater", "item__response__task"))
    assert len(found) == SAVERS
    return found


def test_sixty_open_saves_of_one_round_wait_for_nobody(assignments):
    if connection.vendor != "postgresql":
        pytest.skip("SQLite writes one transaction at a time, whatever is in it.")
    round_id = assignments[0].round_id
    all_saved = threading.Barrier(SAVERS)

    def save(assignment: Assignment) -> None:
        try:
            with transaction.atomic():
                record_label(
                    person=assignment.rater,
                    assignment=assignment,
                    criterion=f"{assignment.item.response.task.uid}-1",
                    change={"value": "met"},
                    version=0,
                    uuid=uuid4(),
                )
                # Nobody commits before everybody has saved: one who waited for another's row would break it.
                all_saved.wait(LONGEST_SECONDS)
        except BaseException:
            all_saved.abort()
            raise
        finally:
            connection.close()

    before = stamps_of([round_scope(round_id)])
    with ThreadPoolExecutor(SAVERS) as pool:
        list(pool.map(save, assignments))
    assert Label.objects.filter(value="met").count() == SAVERS
    assert RevisionStamp.objects.filter(scope=round_scope(round_id)).count() == SAVERS
    assert stamps_of([round_scope(round_id)]) != before
