"""Nothing of another rater, a judge or a model comes out of the API before the round is closed, or after."""

import pytest

from annotation.models import Role
from annotation.rounds.open_and_close import close_round
from tests.annotation.api.conftest import Program
from tests.annotation.long_scene import judge, make_open_long_round
from tests.annotation.scene import MODEL_NAMES, make_open_round, say

NOTE = "a-note-that-only-its-rater-reads"


@pytest.fixture
def rounds(cast):
    return make_open_round(cast), make_open_long_round(cast)


def everything(person, rounds):
    """What each readable endpoint answers the person, by path."""
    program, found = Program(person), {}
    paths = ["rounds/", "exposure/", "left-out/", "topics/"]
    for one in rounds:
        parts = ("", "items/", "resume/", "guidelines/", "to-confirm/")
        paths += [f"rounds/{one.name}/{part}" for part in parts]
        for item in one.items.values_list("pk", flat=True):
            here = f"rounds/{one.name}/items/{item}/"
            paths += [here, f"{here}content-note/", f"{here}labels/", f"{here}whole-label/"]
    for path in paths:
        answer = program.get(path)
        found[path] = (answer.status_code, answer.content.decode())
    return found


def others_act(cast, rounds):
    for rater in cast.clinicians[1:]:
        for criterion in ("pilot-1-1", "pilot-2-3"):
            say(rater, rounds[0], criterion, "not_met", note=NOTE, flagged=True)
        judge(rater, rounds[1], "long-1", "violation", note=NOTE, evidence_turns=[2])


@pytest.mark.parametrize("also", [(), (Role.ADMIN, Role.AUTHOR, Role.VIEWER)])
def test_what_others_do_changes_nothing_of_my_answers(cast, rounds, also):
    asha = cast.clinicians[0]
    for role in also:
        asha.role_grants.create(role=role)
    before = everything(asha, rounds)
    others_act(cast, rounds)
    assert everything(asha, rounds) == before
    assert {status for status, _ in before.values()} == {200, 404}  # 404: the other kind of label


def test_no_note_of_others_and_no_model_s_name_also_after_closing(cast, rounds):
    others_act(cast, rounds)
    closed = [
        close_round(actor=cast.admin, round=rounds[0], confirmed_holes=14),
        close_round(actor=cast.admin, round=rounds[1], confirmed_holes=4),
    ]
    for found in (everything(cast.clinicians[0], closed), everything(cast.clinicians[0], rounds)):
        text = "".join(body for _, body in found.values())
        assert not any(word in text for word in (NOTE, *MODEL_NAMES, "bela", "carmen"))


def test_i_do_see_my_own(cast, rounds):
    others_act(cast, rounds)
    assert any(NOTE in body for _, body in everything(cast.clinicians[1], rounds).values())
