"""Repeats for the intra-rater retest: which items, where they go, and what they tell."""

from datetime import timedelta
from decimal import Decimal
from uuid import uuid4

import pytest
import time_machine
from django.utils import timezone

from annotation.assignments.progress import own_tally, round_progress
from annotation.base.refusals import NotNowError
from annotation.labelling.record import record_label
from annotation.models import Assignment, AssignmentState, RoundItem
from annotation.rounds.changes.retest import add_repeats
from annotation.rounds.changes.retest_consistency import consistency_of
from annotation.rounds.open_and_close import create_round, open_round
from tests.annotation.scene import make_open_round, make_response, make_round, make_task, say_all

pytestmark = pytest.mark.both_databases

HEAVY = {"progression_stage": "Planning", "explicit_type": "Explicit"}


def answer(assignment: Assignment, value: str = "met") -> None:
    for version in assignment.item.rubric_revision.criterion_versions.select_related("criterion"):
        record_label(
            person=assignment.rater,
            assignment=assignment,
            criterion=version.criterion.criterion_id,
            change={"value": value, "note": "As I read it."},
            version=0,
            uuid=uuid4(),
        )


def own(person, round):
    return list(Assignment.objects.filter(round=round, rater=person).order_by("order"))


@pytest.fixture
def begun(cast):
    """Twenty items in four sittings; asha finished the first two sittings ten days ago."""
    made = make_open_round(cast, tasks=20, criteria=1, sitting_size=5)
    with time_machine.travel(timezone.now() - timedelta(days=10)):
        for assignment in own(cast.clinicians[0], made)[:10]:
            answer(assignment)
    return made


def test_repeats_are_mixed_into_later_sittings_of_their_rater_alone(cast, begun):
    asha, bela, carmen = cast.clinicians
    added = add_repeats(actor=cast.admin, round=begun, share=Decimal("0.1"))
    assert added == {asha.pk: 2, bela.pk: 0, carmen.pk: 0}  # a tenth of twenty; the others have done nothing
    queue = own(asha, begun)
    assert [one.order for one in queue] == list(range(1, 23))
    assert [one.sitting for one in queue] == sorted(one.sitting for one in queue)
    repeats = [one for one in queue if one.item.repeat_of]
    for repeat in repeats:
        original = next(one for one in queue if one.item == repeat.item.repeat_of)
        assert repeat.item.repeat_for == asha
        assert repeat.item.response == original.item.response
        assert repeat.sitting > original.sitting
        assert repeat.order > 10
    assert len(own(bela, begun)) == 20


def test_repeats_count_for_the_rater_and_never_for_the_round(cast, begun):
    before = round_progress(begun)
    add_repeats(actor=None, round=begun, share=Decimal("0.1"))
    after = round_progress(begun)
    assert (after.n_units, after.n_holes, after.n_items) == (before.n_units, before.n_holes, before.n_items)
    assert own_tally(cast.clinicians[0], begun).items == 22


def test_adding_again_only_fills_up_the_share(cast, begun):
    add_repeats(actor=None, round=begun, share=Decimal("0.1"))
    assert sum(add_repeats(actor=None, round=begun, share=Decimal("0.1")).values()) == 0
    assert sum(add_repeats(actor=None, round=begun, share=Decimal("0.2")).values()) == 2
    repeated = RoundItem.objects.filter(round=begun, repeat_of__isnull=False).values_list(
        "repeat_of", flat=True
    )
    assert len(set(repeated)) == 4


def test_recent_items_are_not_repeated_yet(cast, begun):
    assert sum(add_repeats(actor=None, round=begun, share=Decimal("0.1"), min_days=11).values()) == 0


def test_the_usual_share_is_five_percent(cast, begun):
    assert sum(add_repeats(actor=None, round=begun).values()) == 1


def test_high_severity_items_are_never_repeated(cast):
    tasks = [make_task(f"t{n}", criteria=1, **(HEAVY if n < 8 else {})) for n in range(10)]
    made = create_round(
        actor=None, name="r", responses=[make_response(task) for task in tasks], raters=cast.clinicians
    )
    open_round(actor=None, round=made)
    say_all(cast.clinicians[0], made)
    assert sum(add_repeats(actor=None, round=made, share=Decimal("0.5"), min_days=0).values()) == 2
    stages = RoundItem.objects.exclude(repeat_of=None).values_list(
        "response__task__progression_stage", flat=True
    )
    assert set(stages) == {"Ideation"}


def test_a_rater_who_has_finished_gets_a_new_sitting_and_other_rows_keep_their_order(cast):
    asha = cast.clinicians[0]
    made = make_open_round(cast, tasks=4, criteria=1, sitting_size=4)
    opted_out = own(asha, made)[1]
    for assignment in own(asha, made):
        if assignment != opted_out:
            answer(assignment)
    Assignment.objects.filter(pk=opted_out.pk).update(state=AssignmentState.OPTED_OUT)
    add_repeats(actor=None, round=made, share=Decimal("0.25"), min_days=0)
    queue = own(asha, made)
    assert [one.sitting for one in queue] == [1, 1, 1, 1, 2]
    assert queue[4].item.repeat_of not in (None, opted_out.item)
    assert queue[1] == opted_out


def test_consistency_compares_both_judgments_of_a_unit(cast, begun):
    asha = cast.clinicians[0]
    assert consistency_of(asha, begun).share is None
    add_repeats(actor=None, round=begun, share=Decimal("0.1"))
    first, second = (one for one in own(asha, begun) if one.item.repeat_of)
    answer(first)
    answer(second, "not_met")  # two items of one criterion: 1 unit alike, 1 not
    found = consistency_of(asha, begun)
    assert (found.n_units, found.n_alike, found.share) == (2, 1, 0.5)
    assert consistency_of(cast.clinicians[1], begun).n_units == 0


@pytest.mark.parametrize(
    ("before", "again", "units"),
    [
        ("met", "met", 1),
        ("not_met", "met", 1),
        ("cannot_judge", "met", 0),
        ("met", "cannot_judge", 0),
        ("cannot_judge", "cannot_judge", 0),
    ],
)
def test_only_units_judged_both_times_tell_consistency(cast, before, again, units):
    asha = cast.clinicians[0]
    made = make_open_round(cast, tasks=1, criteria=1)
    answer(own(asha, made)[0], before)
    add_repeats(actor=None, round=made, share=Decimal(1), min_days=0)
    answer(own(asha, made)[1], again)
    consistency = consistency_of(asha, made)
    assert (consistency.n_units, consistency.n_alike) == (units, int(units and before == again))


def test_repeats_go_into_an_open_round_only(cast):
    with pytest.raises(NotNowError, match="open round"):
        add_repeats(actor=None, round=make_round(cast))
