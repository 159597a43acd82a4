"""All units at once say the same as each unit by itself."""

from itertools import product

import numpy as np
import pytest

from annotation.assignments.label_columns import CODES, NO_LABEL
from annotation.models import Label, LabelStanding
from annotation.rounds.discussion.overview import SHOWN, accords_of, discussion_overview
from annotation.rounds.discussion.report import discussed_items, only
from annotation.rounds.open_and_close import close_round
from annotation.verdicts.accord import accord_of
from tests.annotation.scene import make_open_round, say

CODE_OF = {None: NO_LABEL, **{value.value: code for value, code in CODES.items()}}


@pytest.mark.parametrize("labels", list(product(CODE_OF, repeat=3)))
def test_every_table_of_three_labels_agrees_with_one_unit(labels):
    codes = np.array([[CODE_OF[label] for label in labels]], dtype=np.int8)
    assert accords_of(codes).tolist() == [str(accord_of(labels))]


@pytest.fixture
def closed(cast):
    """Two items of three criteria: a split, a flag, a label that stands no more, a cannot judge, holes."""
    opened = make_open_round(cast)
    asha, bela, noor = cast.clinicians
    for person in (asha, bela, noor):
        say(person, opened, "pilot-1-1", "met")
    say(asha, opened, "pilot-1-2", "met", flagged=True)
    say(bela, opened, "pilot-1-2", "not_met")
    say(noor, opened, "pilot-1-3", "cannot_judge", note="Unclear.")
    say(asha, opened, "pilot-2-1", "met")
    Label.objects.filter(criterion__criterion_id="pilot-2-1").update(standing=LabelStanding.CONFIRM)
    return close_round(actor=cast.admin, round=opened, confirmed_holes=12)


def test_counts_and_items_are_those_of_the_units(closed, cast):
    overview = discussion_overview(closed)
    everything = list(closed.items.order_by("position").values_list("pk", flat=True))
    items = discussed_items(closed, cast.clinicians[0], everything, overview.rater_slots)
    for selection in SHOWN:
        chosen = only(items, selection)
        assert overview.items_with(selection) == [discussed.item.pk for discussed in chosen]
        assert overview.counts[selection] == sum(len(discussed.units) for discussed in chosen)


def test_only_the_items_of_the_page_are_read(closed, cast):
    overview = discussion_overview(closed)
    first = overview.items_with("all")[0]
    (discussed,) = discussed_items(closed, cast.clinicians[0], [first], overview.rater_slots)
    assert discussed.item.pk == first


def test_a_round_without_labels_is_undecided_throughout(cast):
    opened = make_open_round(cast, name="silent")
    assert discussion_overview(opened).counts["undecided"] == 6
