"""The API can do what the pages of labelling can: take back, confirm, leave out, find the way."""

import re
from pathlib import Path
from uuid import uuid4

import pytest
from django.conf import settings

from annotation.assignments.progress import round_progress
from annotation.care.opt_out import leave_out_item
from annotation.models import AssignmentState, AuditEntry, Label, LabelEvent, LabelStanding, Role, TopicOptOut
from annotation.rounds.changes.move_to_revision import move_round_to_revision
from annotation.rounds.open_and_close import close_round
from annotation.rounds.reassign import reassign_item
from config.openapi import APISchemaGenerator
from tests.annotation.api.conftest import Program
from tests.annotation.long_scene import judge, make_open_long_round, own_long
from tests.annotation.scene import own_assignment, revise, say
from tests.cast import make_person


def close(cast, opened):
    close_round(actor=cast.admin, round=opened, confirmed_holes=round_progress(opened).n_holes)


def refusal(answer):
    assert answer.json()["saved"] is False
    assert answer.json()["sentence"].endswith(".")
    return answer.status_code, answer.json()["code"]


@pytest.fixture
def own(asha, opened):
    return own_assignment(asha, opened, "pilot-1")


def test_an_answer_is_taken_back_to_not_labelled_and_its_note_stays(program, asha, opened, here):
    say(asha, opened, "pilot-1-1", "met", note="It names a way.", flagged=True)
    body = {"uuid": str(uuid4()), "criterion": "pilot-1-1", "version": 1, "change": {"value": None}}
    first, second = (program.put(f"{here}labels/", body).json() for _ in range(2))
    assert first["label"] == {"value": None, "note": "It names a way.", "flagged": True, "version": 2}
    assert second == first | {"is_repeat": True}
    assert program.get("rounds/pilot/").json()["units_answered"] == 0
    assert Label.objects.get().value is None
    assert LabelEvent.objects.count() == 2


def test_a_whole_label_is_taken_back_too(cast, asha):
    opened = make_open_long_round(cast)
    judge(asha, opened, "long-1", "violation", evidence_turns=[2])
    here = f"rounds/long/items/{own_long(asha, opened, 'long-1').item_id}/whole-label/"
    body = {"uuid": str(uuid4()), "version": 1, "change": {"value": None, "evidence_turns": []}}
    assert Program(asha).put(here, body).json()["label"]["value"] is None
    assert Program(asha).get("rounds/long/").json()["units_answered"] == 0


@pytest.fixture
def reworded(cast, asha, opened, own):
    say(asha, opened, "pilot-1-1")
    task = own.item.response.task
    texts = {f"pilot-1-{n}": "It does so." if n == 1 else f"It does {n}." for n in (1, 2, 3)}
    move_round_to_revision(actor=cast.admin, round=opened, task=task, revision=revise(task, texts))
    return Label.objects.get(rater=asha)


def test_a_reworded_label_is_confirmed_by_saying_it_again(program, cast, reworded, here):
    (waiting,) = program.get("rounds/pilot/to-confirm/").json()
    assert waiting["former_text"] == "The reply does the thing number 1."
    assert waiting["text"] == "It does so."
    assert waiting["label"]["value"] == "met"
    assert Program(cast.clinicians[1]).get("rounds/pilot/to-confirm/").json() == []
    (criterion, *_) = program.get(f"{here}labels/").json()
    assert (criterion["standing"], criterion["former_text"]) == ("confirm", waiting["former_text"])
    body = {
        "uuid": str(uuid4()),
        "criterion": waiting["criterion"],
        "criterion_version": waiting["criterion_version"],
        "version": waiting["label"]["version"],
        "change": {"value": waiting["label"]["value"]},
    }
    assert program.put(f"rounds/pilot/items/{waiting['item']}/labels/", body).status_code == 200
    reworded.refresh_from_db()
    assert (reworded.standing, reworded.criterion_version.text) == (LabelStanding.STANDS, "It does so.")
    assert program.get("rounds/pilot/to-confirm/").json() == []


def test_where_i_was_and_what_to_go_by(program, cast, asha, opened, own):
    assert program.get("rounds/pilot/guidelines/").json() == {"number": 0, "text": ""}
    opened.guidelines.create(number=1, text="Read *slowly*.", author=cast.admin)
    assert program.get("rounds/pilot/guidelines/").json() == {"number": 1, "text": "Read *slowly*."}
    say(asha, opened, "pilot-1-1")
    assert program.get("rounds/pilot/resume/").json() == {"item": own.item_id}
    close(cast, opened)
    assert program.get("rounds/pilot/resume/").json() == {"item": None}


def test_an_item_is_left_out_and_taken_back_however_often_it_is_asked(program, own, here):
    n_audited = AuditEntry.objects.count()
    assert program.get("left-out/").json() == []
    assert [program.post(f"{here}leave-out/").status_code for _ in range(2)] == [204, 204]
    assert program.get("left-out/").json() == [{"round": "pilot", "item": own.item_id, "place": own.order}]
    assert program.get(here).status_code == 404
    assert [program.post(f"{here}take-back/").status_code for _ in range(2)] == [204, 204]
    assert program.get("left-out/").json() == []
    assert program.get(here).status_code == 200
    assert AuditEntry.objects.count() == n_audited


def test_what_somebody_else_reads_by_now_does_not_come_back(program, cast, asha, opened, own, here):
    leave_out_item(person=asha, assignment=own)
    noor = make_person("noor", Role.CLINICIAN)
    reassign_item(actor=cast.admin, round=opened, item=own.item, rater=noor)
    assert refusal(program.post(f"{here}take-back/")) == (403, "taken_over")


def test_a_topic_is_left_out_and_comes_again(program, cast, own):
    body = {"topic": "Grief & Loss", "left_out": True}
    assert program.put("topics/", body).json() == body | {"items_left_out": 2}
    assert program.put("topics/", body).json() == body | {"items_left_out": 0}
    left_out = [one["topic"] for one in program.get("topics/").json() if one["left_out"]]
    assert left_out == ["Grief & Loss"]
    assert not any(one["left_out"] for one in Program(cast.clinicians[1]).get("topics/").json())
    assert program.put("topics/", body | {"left_out": False}).status_code == 200
    assert TopicOptOut.objects.get().ended_at is not None
    own.refresh_from_db()
    assert own.state == AssignmentState.OPTED_OUT  # taken back one by one


@pytest.mark.parametrize(
    "fields", [{"topic": "Weather"}, {"topic": None}, {"topic": "\0"}, {"left_out": 1}, {"left_out": None}]
)
def test_no_such_topic(program, fields):
    assert refusal(program.put("topics/", {"topic": "Grief & Loss", "left_out": True} | fields))[0] == 422
    assert not TopicOptOut.objects.exists()


def test_a_closed_round_s_items_stay_as_they_are(program, cast, opened, own, here):
    close(cast, opened)
    for path in ("skip/", "leave-out/"):
        assert refusal(program.post(f"{here}{path}")) == (403, "round_closed")
    own.refresh_from_db()
    assert (own.skipped_at, own.state) == (None, AssignmentState.ACTIVE)


@pytest.mark.parametrize("path", ["resume/", "guidelines/", "to-confirm/", "items/1/take-back/"])
def test_a_round_that_is_not_mine_is_not_there(cast, opened, path):
    noor = Program(make_person("noor", Role.CLINICIAN))
    answer = noor.post(f"rounds/pilot/{path}") if "take" in path else noor.get(f"rounds/pilot/{path}")
    assert refusal(answer) == (404, "not_there")


@pytest.mark.parametrize(
    ("ask", "status"),
    [
        (lambda client: client.get("/api/nowhere/"), 404),
        (lambda client: client.get("/api/rounds/pilot/items/one/"), 404),
        (lambda client: client.post("/api/rounds/"), 405),
        (lambda client: client.get("/api/rounds/", headers={"Accept": "text/html"}), 406),
        (lambda client: client.get("/api/rounds/?format=xml"), 404),
        (lambda client: client.put("/api/topics/", "a", content_type="text/plain"), 415),
    ],
)
def test_every_refusal_is_a_sentence(program, ask, status):
    assert refusal(ask(program.client))[0] == status


@pytest.fixture(scope="module")
def operations():
    """Each operation of the schema by its id, with its path."""
    paths = APISchemaGenerator().get_schema(request=None, public=True)["paths"]
    return {
        operation["operationId"]: operation | {"path": path}
        for path, methods in paths.items()
        for operation in methods.values()
    }


def test_every_operation_tells_how_it_can_be_refused(operations):
    for name, operation in operations.items():
        told = {"401", "403", "429"}
        told |= {"404"} if "{name}" in operation["path"] else set()
        told |= {"413", "415", "422"} if "requestBody" in operation else set()
        told |= {"409"} if name in ("put_label", "put_whole_label") else set()
        assert operation["responses"].keys() - {"200", "204"} == told, name
        assert operation["description"].endswith("."), name


def test_the_manual_names_every_operation_and_no_other(operations):
    manual = (Path(settings.BASE_DIR) / "docs" / "api.md").read_text(encoding="utf-8")
    table = manual.split("| on the pages |")[1].split("\n\n")[0]
    assert set(re.findall(r"`([a-z_]+)`", table)) == set(operations)
