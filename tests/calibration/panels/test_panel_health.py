"""The invalidation watch: each input that changes after a freeze makes the panel stale, and says which.

History refuses to be changed, so a plain queryset goes around it, as someone with the database would.
"""

import json

import pytest
from django.db.models import QuerySet

from annotation.base.errors import BadInputError
from annotation.base.history_guard import history_unguarded
from annotation.models import CriterionVersion, Label, Response, Task
from calibration.models import FrozenPanel, Judge, JudgePrompt
from calibration.panels.freeze import freeze_panel
from calibration.panels.health import BROKEN, IMPORTED, SOUND, STALE, health, require_verified
from calibration.panels.import_panels import register_panel
from calibration.panels.lookup import panel_named
from calibration.rankings.run import plan_ranking, run_ranking
from tests.calibration.builders import (
    add_revision,
    make_responses,
    make_round,
    make_tasks,
    make_votes,
    sha256,
)

GOLD = [1, 1, 0, 0, 1, 1, 0, 0]


@pytest.fixture
def panel(cast):
    made = make_round(cast.clinicians, make_responses(make_tasks(4, 2)), [[met] * 3 for met in GOLD])
    make_votes(made, {"m/a": GOLD, "m/b": [1] * 8, "n/c": [1, 1, 0, 0, 1, 0, 0, 0], "n/d": [0] * 8})
    JudgePrompt.objects.update(text="Judge it.", sha256=sha256("Judge it."))
    ranking = run_ranking(ranking=plan_ranking(round=made, draws=20, actor=None))
    return freeze_panel(ranking=ranking, actor=cast.admin)


def stale(panel) -> str:
    found = health(FrozenPanel.objects.get(pk=panel.pk))
    assert found.state == STALE
    return " ".join(found.reasons)


def test_an_untouched_panel_is_sound_and_may_grade(panel):
    assert (health(panel).state, health(panel).reasons) == (SOUND, ())
    assert require_verified(panel) == []


def test_a_changed_label(panel):
    Label.objects.filter(value="met").first().delete()
    assert stale(panel) == "Clinicians' labels of round calibration have changed since the freeze."
    assert require_verified(panel) == [
        "Panel panel-1 is stale. Clinicians' labels of round calibration have changed since the freeze."
    ]


def test_a_revised_rubric_is_named_with_its_edit_class(panel):
    add_revision(Task.objects.get(uid="T02"), ["Criterion 1, reworded.", "Criterion 2."], "wording")
    assert "Rubrics were revised after the clinicians labelled them: T02 (revision 2, wording)." in stale(
        panel
    )


def test_a_restored_rubric_is_no_change(panel):
    task = Task.objects.get(uid="T02")
    add_revision(task, ["Criterion 1, reworded.", "Criterion 2."], "wording")
    add_revision(task, ["Criterion 1.", "Criterion 2."], "wording")
    assert health(panel).state == SOUND


def test_many_revised_rubrics_are_counted(panel):
    for task in Task.objects.all():
        add_revision(task, ["Other.", "Criterion 2."], "meaning")
    assert "T03 (revision 2, meaning) and 1 more." in stale(panel)


def test_a_pinned_criterion_that_was_altered(panel):
    with history_unguarded(CriterionVersion):
        QuerySet(CriterionVersion).filter(criterion__criterion_id="T01-1").update(text="Altered.")
    assert "The rubric revisions pinned in round calibration have changed" in stale(panel)


def test_a_changed_response(panel):
    Response.objects.filter(task__uid="T01").update(sha256=sha256("other"))
    assert "Responses of round calibration have changed" in stale(panel)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"decoding": {"temperature": 0.7}}, "The decoding parameters of m/a have changed"),
        ({"provider": "elsewhere/a"}, "The provider of m/a is 'elsewhere/a' now; it was ''."),
        ({"judge_id": "m/a-2"}, "Judge m/a is called m/a-2 now."),
    ],
)
def test_a_changed_judge(panel, change, said):
    Judge.objects.filter(judge_id="m/a").update(**change)
    assert said in stale(panel)


def test_a_changed_prompt_text(panel):
    JudgePrompt.objects.update(text="Judge it kindly.")
    assert "The text of judging prompt v1 has changed" in stale(panel)


def test_another_parser(panel, monkeypatch):
    monkeypatch.setattr("calibration.panels.health.PARSER_VERSION", "99")
    assert "Replies are read by parser 99 now" in stale(panel)


def test_a_new_prompt_and_new_votes_leave_it_sound(panel):
    make_votes(panel.ranking.round, {"m/a": [0] * 8}, prompt="v2")
    make_votes(panel.ranking.round, {"m/a": [0] * 8}, repetition=2)
    assert health(panel).state == SOUND


def test_an_altered_manifest_is_refused_for_scoring(panel):
    manifest = json.loads(panel.manifest)
    manifest["judges"][0]["id"] = "m/other"
    with history_unguarded(FrozenPanel):
        QuerySet(FrozenPanel).filter(pk=panel.pk).update(manifest=json.dumps(manifest))
    altered = FrozenPanel.objects.get(pk=panel.pk)
    assert health(altered).state == BROKEN
    with pytest.raises(BadInputError, match="Panel panel-1 cannot be used"):
        require_verified(altered)


def test_an_imported_panel_has_nothing_to_compare_with(db):
    made = register_panel(judges=["m/b", "m/a"], actor=None)
    assert (made.imported, health(made).state, health(made).reasons) == (True, IMPORTED, ())
    assert require_verified(made) == []


def test_a_panel_is_found_by_name_or_number(panel):
    assert panel_named("panel-1") == panel_named(str(panel.pk)) == panel
    with pytest.raises(BadInputError, match="Panels: panel-1"):
        panel_named("panel-2")
