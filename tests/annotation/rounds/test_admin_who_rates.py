"""An admin who rates in an open round is a rater: no page tells them how far others are, or names models."""

import pytest

from annotation.base.record_audit import record_audit
from annotation.models import RaterSlot, Role, Round
from annotation.rounds.to_do import rounds_to_move_on
from calibration.agreement.page_agreement import slices_open_to
from calibration.models import CalibrationSet
from tests.annotation.scene import make_open_round, revise, say_all
from tests.html import html_of


@pytest.fixture
def opened(cast):
    return make_open_round(cast, tasks=1)


@pytest.fixture
def rating(client, cast, opened):
    """asha, a rater of the round, is an admin too; so is emre, who rates nowhere."""
    cast.clinicians[0].role_grants.create(role=Role.ADMIN)
    client.force_login(cast.clinicians[0])
    return client


@pytest.fixture
def revised(opened):
    task = opened.items.get().response.task
    return revise(task, {"pilot-1-1": "Other words."}, edit_class="meaning")


def test_that_all_have_finished_is_not_told(cast, opened, rating):
    for rater in cast.clinicians:
        say_all(rater, opened)
    assert list(rounds_to_move_on(cast.clinicians[0])) == []
    assert len(list(rounds_to_move_on(cast.admin))) == 1


@pytest.mark.parametrize("where", ["rubrics", "repeats"])
def test_another_admin_changes_rubrics_and_mixes_in_repeats(cast, rating, where):
    answer = rating.get(f"/rounds/pilot/{where}/", follow=True)
    assert answer.redirect_chain == [("/rounds/pilot/", 302)]
    assert "Another admin does this" in html_of(answer)
    rating.force_login(cast.admin)
    assert rating.get(f"/rounds/pilot/{where}/").status_code == 200


def test_another_admin_brings_a_rubric_in(opened, rating, revised):
    rating.post(f"/rounds/pilot/rubrics/{revised.task_id}/2/")
    assert opened.items.get().rubric_revision != revised


def test_where_there_is_no_other_admin_they_do_it_themselves(cast, opened, rating, revised):
    cast.admin.role_grants.all().delete()
    rating.post(f"/rounds/pilot/rubrics/{revised.task_id}/2/")
    assert opened.items.get().rubric_revision == revised


def test_the_log_hides_what_tells_how_far_others_are(cast, opened, rating):
    for verb in ("move_round_to_revision", "add_repeats"):
        record_audit(actor=cast.admin, verb=verb, target=opened, detail={"stands": 999_417})
    item = opened.items.get()
    record_audit(actor=cast.admin, verb="reassign_item", target=item, detail={"rater": "P-999417"})
    assert "999417" not in html_of(rating.get("/audit/")).split("<tbody>")[1].split("</tbody>")[0]
    rating.force_login(cast.admin)
    assert html_of(rating.get("/audit/")).count("999417") == 3


@pytest.mark.parametrize("kind", ["responses", "votes", "judgments", "tasks"])
def test_no_table_is_taken_out_and_the_reason_is_said(cast, rating, kind):
    answer = rating.get(f"/tables/export/?kind={kind}&suffix=.csv")
    assert answer.status_code == 403
    assert "You are labelling in an open round" in html_of(answer)


def test_the_set_that_was_drawn_is_closed_as_are_judges_and_the_slice_by_model(cast, opened, rating):
    CalibrationSet.objects.create(name="pilot", seed=1, size=1, per_task=1, round=opened)
    for address in ("/calibration/pilot/set/", "/judges/"):
        assert rating.get(address).status_code == 403
    assert "model" not in slices_open_to(cast.clinicians[0])
    assert "model" in slices_open_to(cast.admin)
    rating.force_login(cast.admin)
    assert rating.get("/calibration/pilot/set/").status_code == 200


def test_once_the_round_is_closed_all_of_it_opens(cast, opened, rating):
    Round.objects.update(state="closed", closed_at=opened.opened_at)
    assert RaterSlot.objects.filter(rater=cast.clinicians[0]).exists()
    assert rating.get("/judges/").status_code == 200
    assert "model" in slices_open_to(cast.clinicians[0])
