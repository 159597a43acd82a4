"""One change of each fact a panel was frozen from: another hash, and a freeze and a check that name it."""

import json

import pytest
from django.db.models import QuerySet

from annotation.models import CriterionVersion, Label, Response, RoundItem, RubricRevision
from calibration.models import FrozenPanel, JudgePrompt, JudgeVote
from calibration.panels.freeze import preview_freeze
from calibration.panels.verification import read_manifest, verify_manifest
from tests.calibration.builders import add_revision
from tests.calibration.run import as_json, refused
from tests.tampering import alter

# Each changes one row past the models that refuse it, of task T01 or of a judge outside of the panel.
CHANGES = {
    "labels": [(Label, {"item__response__task__uid": "T01"}, {"value": "not_met"})],
    "votes": [
        (JudgeVote, {"judge__judge_id": "n/d", "met": False}, {"met": True}),
        (JudgeVote, {"judge__judge_id": "n/d", "met": True}, {"met": None, "no_vote_reason": "refusal"}),
    ],
    "rubric_revisions": [
        (CriterionVersion, {"revision__task__uid": "T01"}, {"text": "Another criterion."}),
        (CriterionVersion, {"revision__task__uid": "T01"}, {"weight": 7}),
        (CriterionVersion, {"revision__task__uid": "T01"}, {"dimension": "Moralization"}),
        (CriterionVersion, {"criterion__criterion_id": "T01-2"}, {"position": 9}),
    ],
    "prompt": [(JudgePrompt, {}, {"sha256": "0" * 64})],
}
CASES = [(part, *change) for part, changes in CHANGES.items() for change in changes]


def change_one(model, which, new):
    row = model.objects.filter(**which).order_by("pk").first()
    assert alter(QuerySet(model).filter(pk=row.pk), **new) == 1


def stated(panel):
    return read_manifest(panel.manifest)


@pytest.mark.parametrize(("part", "model", "which", "new"), CASES)
def test_one_change_gives_another_hash_of_that_part_alone(panel, part, model, which, new):
    manifest = stated(panel)
    assert verify_manifest(manifest).is_same
    change_one(model, which, new)
    verification = verify_manifest(manifest)
    hashes = {difference.what for difference in verification.differences if "hashes" in difference.what}
    assert hashes == {f"hashes.{part}"}
    assert verification.sha256_found != panel.sha256


@pytest.mark.parametrize(("part", "model", "which", "new"), CASES)
def test_a_ranking_is_not_frozen_once_that_part_has_changed(ranking, part, model, which, new):
    assert preview_freeze(ranking=ranking, actor=None).known is None
    change_one(model, which, new)
    said = refused("freeze_panel", ranking.pk)
    assert f"this has changed: {part.replace('_', ' ')}. Rank the panels again" in said
    assert not FrozenPanel.objects.exists()


def test_a_round_moved_to_another_revision_has_another_hash_of_rubrics(panel, closed):
    item = closed.items.select_related("response__task").first()
    same = [version.text for version in item.rubric_revision.criterion_versions.order_by("position")]
    later = add_revision(item.response.task, [same[0], "Other words."], "wording")
    assert verify_manifest(stated(panel)).is_same  # a later revision is none of the panel's
    QuerySet(RoundItem).filter(round=closed, response__task=item.response.task).update(rubric_revision=later)
    found = {difference.what for difference in verify_manifest(stated(panel)).differences}
    assert "hashes.rubric_revisions" in found
    assert RubricRevision.objects.filter(task=item.response.task).count() == 2


def test_another_text_of_a_response_has_another_hash_of_responses(panel):
    text = Response.objects.order_by("pk").first()
    QuerySet(Response).filter(pk=text.pk).update(sha256="1" * 64)
    found = {difference.what for difference in verify_manifest(stated(panel)).differences}
    assert "hashes.responses" in found


def test_the_manifest_of_the_same_data_has_the_same_hashes_however_often(panel):
    first, again = (as_json("verify_panel", panel.name) for _ in range(2))
    assert first == again
    assert first["same"]
    assert json.loads(panel.manifest)["sha256"] == first["sha256_found"]
