"""Before a round is closed, nothing of what one rater or a judge says reaches another rater, on any page.

Proved in two ways over every address of the site: what others do changes nothing of what a rater is
answered; and no word of theirs, nor a model's name, stands in any answer to anybody who must not see it.
"""

from dataclasses import dataclass

import pytest
from django.apps import apps

from annotation.models import CriterionVersion, Label, Person, Role, Round
from calibration.models import Judge, JudgePrompt, JudgeVote
from tests.annotation.every_page import Things, every_address, visit
from tests.annotation.scene import MODEL_NAMES, make_open_round, say

NOTE, REASON = "a-note-that-only-its-rater-reads", "a-reason-that-only-a-judge-gave"


@dataclass(frozen=True)
class World:
    """An open round in which asha has begun, and what may stand in an address."""

    round: Round
    things: Things
    asha: Person


@pytest.fixture
def world(cast) -> World:
    opened = make_open_round(cast, tasks=2, criteria=2)
    asha = cast.clinicians[0]
    say(asha, opened, "pilot-1-1", "met", note="asha's own")
    judge = Judge.objects.create(judge_id="judge/one")
    prompt = JudgePrompt.objects.create(version="p1", sha256="0" * 64)
    items = list(opened.items.values_list("pk", "response__task"))
    things = Things(
        named={
            "name": ["pilot"],
            "item": [item for item, _ in items],
            "uid": ["pilot-1"],
            "model_id": [MODEL_NAMES[0]],
            "task_id": [items[0][1]],
            "number": [1],
        },
        numbers=sorted({1, judge.pk, prompt.pk, opened.pk, asha.pk, items[0][0]}),
        words=["pilot", "pilot-1", "judge/one"],
    )
    return World(opened, things, asha)


def others_act(cast, world: World) -> None:
    """bela and carmen answer everything with notes and flags, and a judge votes on it."""
    for rater, value in ((cast.clinicians[1], "not_met"), (cast.clinicians[2], "met")):
        for criterion in ("pilot-1-1", "pilot-1-2", "pilot-2-1", "pilot-2-2"):
            say(rater, world.round, criterion, value, note=NOTE, flagged=True)
    for item in world.round.items.all():
        for version in CriterionVersion.objects.filter(revision=item.rubric_revision):
            JudgeVote.objects.create(
                judge=Judge.objects.get(),
                prompt=JudgePrompt.objects.get(),
                response=item.response,
                response_sha256=item.response.sha256,
                criterion_version=version,
                met=False,
                reason=REASON,
                raw_reply=REASON,
            )


def holding(answers: dict[str, str], *words: str) -> list[str]:
    return [address for address, text in answers.items() if any(word in text for word in words)]


@pytest.mark.parametrize("also", [(), (Role.ADMIN, Role.AUTHOR, Role.VIEWER)])
def test_what_others_do_changes_nothing_for_a_rater(cast, world, also):
    """Also not for one who holds every other role beside: an admin who rates is a rater."""
    for role in also:
        world.asha.role_grants.create(role=role)
    before = visit(world.asha, world.things, also_htmx=True)
    others_act(cast, world)
    after = visit(world.asha, world.things, also_htmx=True)
    assert [address for address in before if before[address] != after[address]] == []
    assert holding(after, NOTE, REASON, *MODEL_NAMES) == []


@pytest.mark.parametrize("who", ["author", "viewer", "outsider"])
def test_nobody_without_a_part_in_the_round_reads_labels_or_notes(cast, world, who):
    others_act(cast, world)
    assert holding(visit(getattr(cast, who), world.things), NOTE, REASON) == []


def test_an_admin_reads_no_note_of_an_open_round_and_finds_no_broken_page(cast, world):
    others_act(cast, world)
    answers = visit(cast.admin, world.things)
    assert holding(answers, NOTE) == []
    assert [address for address, text in answers.items() if text.startswith("500")] == []


def test_there_is_no_admin_site_beside_our_pages(client, cast):
    """It would show tables past every rule of access."""
    client.force_login(cast.admin)
    assert client.get("/admin/").status_code == 404
    assert not apps.is_installed("django.contrib.admin")


def test_the_walk_sees_what_it_should(cast, world):
    """The walk itself is worth something: it finds asha's own note, and the note of others once it may."""
    addresses = set(every_address(world.things))
    assert f"/label/pilot/{world.round.items.first().pk}/" in addresses
    assert {f"/rounds/pilot/{page}/" for page in ("discussion", "edit", "withdraw")} <= addresses
    assert holding(visit(world.asha, world.things), "asha&#x27;s own") != []
    others_act(cast, world)
    Round.objects.filter(pk=world.round.pk).update(state="closed", closed_at=world.round.opened_at)
    assert any("/discussion/" in address for address in holding(visit(world.asha, world.things), NOTE))
    assert Label.objects.filter(note=NOTE).count() == 8
