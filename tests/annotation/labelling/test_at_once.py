"""Several saves at the same moment: nothing lost, nothing twice, closing waits its turn."""

from concurrent.futures import ThreadPoolExecutor
from uuid import UUID, uuid4

import pytest
from django.db import connection

from annotation.assignments.progress import round_progress
from annotation.base.refusals import ConflictError, NotNowError
from annotation.labelling.record import record_label
from annotation.models import Label, LabelEvent
from annotation.rounds.open_and_close import close_round
from tests.annotation.scene import make_open_round, own_assignment

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]
TOGETHER = 8


def at_once(calls) -> list[object]:
    """Run the calls in threads of their own; a refusal is an outcome like any other."""

    def run(call):
        try:
            return call()
        except (ConflictError, NotNowError) as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(TOGETHER) as pool:
        return list(pool.map(run, calls))


@pytest.fixture
def save(cast):
    """A call that saves a value of asha's on pilot-1-1, and the round."""
    opened = make_open_round(cast, criteria=4)
    asha = cast.clinicians[0]
    own = own_assignment(asha, opened, "pilot-1")

    def call(value: str, *, criterion: int = 1, uuid: UUID | None = None, version: int = 0):
        return lambda: record_label(
            person=asha,
            assignment=own,
            criterion=f"pilot-1-{criterion}",
            change={"value": value},
            version=version,
            uuid=uuid or uuid4(),
        )

    call.round = opened
    return call


def test_one_change_sent_many_times_at_once_is_saved_once(save):
    uuid = uuid4()
    outcomes = at_once([save("met", uuid=uuid)] * TOGETHER)
    assert sorted(outcome.is_repeat for outcome in outcomes) == [False] + [True] * (TOGETHER - 1)
    assert LabelEvent.objects.count() == Label.objects.get().version == 1


def test_of_two_windows_that_disagree_one_wins_and_the_others_know(save):
    values = ["met", "not_met"] * (TOGETHER // 2)
    outcomes = at_once([save(value) for value in values])
    label = Label.objects.get()
    lost = [outcome for outcome in outcomes if isinstance(outcome, ConflictError)]
    assert len(lost) == TOGETHER // 2  # whoever said the other thing
    assert all(refusal.current["value"] == label.value for refusal in lost)
    assert LabelEvent.objects.count() == label.version == TOGETHER // 2


def test_saves_on_different_criteria_all_arrive(save):
    outcomes = at_once([save("met", criterion=n) for n in (1, 2, 3, 4)])
    assert len(outcomes) == Label.objects.filter(value="met", version=1).count() == 4


def test_a_save_and_the_closing_of_the_round_never_cross(cast, save):
    """Either the save is in the closed round, or it was refused; the holes that were confirmed are exact."""
    holes = round_progress(save.round).n_holes

    def close():
        return close_round(actor=cast.admin, round=save.round, confirmed_holes=holes)

    saved, closed = at_once([save("met"), close])
    if isinstance(saved, NotNowError):
        assert not Label.objects.exists()
    else:
        assert isinstance(closed, ConflictError)  # one hole fewer than was confirmed: closing asks again
        assert closed.current == holes - 1
