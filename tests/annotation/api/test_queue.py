"""/api/rounds/ and below: my rounds, my items, one of them; and nobody else's."""

from uuid import uuid4

import pytest

from annotation.care.opt_out import leave_out_item
from annotation.labelling.reading import record_reading
from annotation.models import AssignmentState, ReadingTime
from tests.annotation.api.conftest import Program
from tests.annotation.long_scene import judge, make_open_long_round, own_long
from tests.annotation.scene import make_round, own_assignment, say


def test_my_rounds_come_with_my_own_progress(program, asha, cast, opened):
    say(asha, opened, "pilot-1-1")
    say(cast.clinicians[1], opened, "pilot-1-2")
    make_round(cast, name="draft")
    (found,) = program.get("rounds/").json()
    assert (found["name"], found["state"], found["kind"]) == ("pilot", "open", "responses")
    assert (found["items"], found["items_done"], found["units"], found["units_answered"]) == (2, 0, 6, 1)
    assert program.get("rounds/pilot/").json() == found
    assert program.get("rounds/draft/").status_code == 404


def test_my_items_come_in_my_own_order(program, asha, opened):
    own = list(opened.assignments.filter(rater=asha).order_by("order"))
    say(asha, opened, "pilot-1-1")
    items = program.get("rounds/pilot/items/").json()
    assert [one["item"] for one in items] == [one.item_id for one in own]
    assert [one["place"] for one in items] == [1, 2]
    begun = next(one for one in items if one["n_answered"])
    assert begun | {"item": 0, "place": 0} == {
        "item": 0,
        "place": 0,
        "sitting": 1,
        "n_units": 3,
        "n_answered": 1,
        "is_done": False,
        "is_skipped": False,
        "is_revealed": False,
    }


def test_an_item_shows_what_its_page_shows(program, asha, opened, here):
    say(asha, opened, "pilot-1-2", "not_met", note="It names none.", flagged=True)
    item = program.get(here).json()
    assert item["turns"] == [
        {
            "number": 1,
            "speaker": "user",
            "text": "What the user wrote in turn 1 of pilot-1.",
            "is_judged": False,
        },
        {"number": 1, "speaker": "assistant", "text": "A kind reply.", "is_judged": True},
    ]
    assert [one["criterion"] for one in item["criteria"]] == ["pilot-1-1", "pilot-1-2", "pilot-1-3"]
    assert [one["label"]["value"] for one in item["criteria"]] == [None, "not_met", None]
    assert item["criteria"][1]["label"] == {
        "value": "not_met",
        "note": "It names none.",
        "flagged": True,
        "version": 1,
    }
    assert item["label"] is None
    assert {"fact": "About", "words": "Grief & Loss"} in item["content_note"]["facts"]
    assert program.get(f"{here}labels/").json() == item["criteria"]
    assert program.get(f"{here}content-note/").json() == item["content_note"]


def test_a_long_conversation_has_turns_and_one_label(cast, asha):
    opened = make_open_long_round(cast)
    judge(asha, opened, "long-1", "violation", evidence_turns=[2])
    here = f"rounds/long/items/{own_long(asha, opened, 'long-1').item_id}/"
    item = Program(asha).get(here).json()
    assert [(turn["number"], turn["speaker"]) for turn in item["turns"][:3]] == [
        (1, "user"),
        (1, "assistant"),
        (2, "user"),
    ]
    label = {"value": "violation", "evidence_turns": [2], "note": "", "version": 1}
    assert (item["criteria"], item["label"]) == ([], label)
    assert Program(asha).get(f"{here}whole-label/").json() == label
    assert Program(asha).get(f"{here}labels/").json() == []


def test_skip_reveal_and_leave_out(program, asha, opened, here):
    own = own_assignment(asha, opened, "pilot-1")
    for path in ("skip/", "reveal/", "leave-out/"):
        assert program.post(f"{here}{path}").status_code == 204
    own.refresh_from_db()
    assert own.skipped_at
    assert own.revealed_at
    assert own.state == AssignmentState.OPTED_OUT
    assert program.get(here).status_code == 404
    assert program.post(f"{here}skip/").status_code == 404


def test_skipping_twice_changes_nothing(program, asha, opened, here):
    times = []
    for _ in range(2):
        assert program.post(f"{here}skip/").status_code == 204
        times.append(own_assignment(asha, opened, "pilot-1").skipped_at)
    assert times[0] == times[1] is not None


def test_reading_time_and_my_own_exposure(program, cast, asha, opened, here):
    record_reading(
        person=cast.clinicians[1],
        assignment=own_assignment(cast.clinicians[1], opened, "pilot-1"),
        uuid=uuid4(),
        active_ms=9 * 60_000,
    )
    body = {"uuid": str(uuid4()), "active_ms": 4 * 60_000}
    assert [program.post(f"{here}reading/", body).status_code for _ in range(2)] == [204, 204]
    mine = {"minutes": 4, "heavy_items": 0}
    assert program.get("exposure/").json() == {"today": mine, "this_week": mine}
    assert program.post(f"{here}reading/", {"active_ms": 1}).status_code == 422
    assert ReadingTime.objects.count() == 2


PATHS = ("", "content-note/", "labels/")


@pytest.mark.parametrize("path", PATHS)
def test_an_item_that_is_not_mine_is_not_there(program, cast, asha, opened, here, path):
    leave_out_item(person=asha, assignment=own_assignment(asha, opened, "pilot-1"))
    for where in (here, "rounds/pilot/items/999999/", "rounds/nowhere/items/1/", f"rounds/a/items/{10**30}/"):
        answer = program.get(f"{where}{path}")
        assert answer.status_code == 404
        assert answer.json()["saved"] is False


def test_a_name_that_no_row_can_have_is_not_there(program):
    assert program.get("rounds/%00/").status_code == 404


@pytest.mark.parametrize(
    ("who", "status", "code"),
    [
        (None, 401, "not_authenticated"),
        ("author", 403, "permission_denied"),
        ("admin", 403, "permission_denied"),
        ("viewer", 403, "permission_denied"),
        ("outsider", 403, "permission_denied"),
    ],
)
def test_only_clinicians_come_in(cast, opened, here, who, status, code):
    program = Program(getattr(cast, who) if who else None)
    for answer in (
        program.get("rounds/"),
        program.get(here),
        program.get("exposure/"),
        program.put(f"{here}labels/", {}),
        program.post(f"{here}skip/"),
    ):
        assert (answer.status_code, answer.json()["code"]) == (status, code)
        assert answer.json()["sentence"]
