"""Importing tasks: what is new, what becomes a revision, what is refused, and nothing the second time."""

import pytest

from annotation.base.errors import BadInputError
from annotation.corpus.imports.import_source import read_source
from annotation.corpus.imports.tasks import import_tasks
from annotation.models import (
    AuditEntry,
    EvaluatedModel,
    Prompt,
    ReferenceRevision,
    Response,
    RubricRevision,
    Task,
)
from tests.made_tables import slot, task_row, write_tasks

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def bring(tmp_path):
    """Import rows of the tasks table and return the counts."""

    def bring(*rows, split=None):
        path = write_tasks(tmp_path / "tasks.csv", list(rows))
        source = read_source("tasks", path, released=split in ("public", "private"))
        outcome = import_tasks(source=source, actor=None, split=split)
        return outcome.created, outcome.changed

    return bring


def respond_to(uid):
    model = EvaluatedModel.objects.create(model_id="a/b")
    Response.objects.create(task=Task.objects.get(uid=uid), model=model, attempt=1)


def newest_rubric(uid):
    return RubricRevision.objects.filter(task__uid=uid).order_by("-number").first()


def test_new_tasks_come_with_prompts_rubric_and_reference(bring):
    assert bring(task_row("T1", criteria=7, prompts=3), task_row("T2"), split="public") == (2, 0)
    task = Task.objects.get(uid="T1")
    assert (task.split, task.state, task.turns) == ("public", "approved", "Multi Turn")
    assert [prompt.text for prompt in task.prompts.all()] == [f"Turn {n} of T1." for n in (1, 2, 3)]
    revision = task.rubric_revisions.get()
    assert (revision.number, revision.origin, revision.edit_class) == (1, "import", "first")
    versions = revision.criterion_versions.values_list("criterion__criterion_id", "weight", "position")
    assert list(versions)[:2] == [("T1-1", 1, 1), ("T1-2", 2, 2)]
    assert task.reference_revisions.get().text == "A kind answer to T1."


def test_the_same_file_again_changes_nothing_and_leaves_no_audit_row(bring):
    bring(task_row("T1"))
    before = AuditEntry.objects.count()
    assert bring(task_row("T1")) == (0, 0)
    assert (RubricRevision.objects.count(), ReferenceRevision.objects.count()) == (1, 1)
    assert AuditEntry.objects.count() == before


def test_an_import_is_in_the_audit_log_with_the_hash_of_the_file(bring):
    bring(task_row("T1"))
    entry = AuditEntry.objects.get(verb="import_tasks")
    assert entry.detail["created"] == 1
    assert len(entry.detail["sha256"]) == 64


@pytest.mark.parametrize(
    ("change", "edit_class"),
    [
        ({"RUBRIC_2": "criterion 2, of T1"}, "typo"),
        ({"RUBRIC_2": "Criterion 2 of nothing."}, "meaning"),
        ({"RUBRIC_2_WEIGHT": 9}, "weight"),
        ({"RUBRIC_2_DIM": "Disclaimers"}, "dimension"),
        ({"RUBRIC_2_WEIGHT": 9, "RUBRIC_2_DIM": "Disclaimers"}, "dimension"),
        ({"RUBRIC_2_ID": "T1-other"}, "meaning"),
        (slot(7, "T1-7", "One more.", 1, "Moralization"), "meaning"),
        (
            slot(1, "T1-2", "Criterion 2 of T1.", 2, "Compassionate engagement")
            | slot(2, "T1-1", "Criterion 1 of T1.", 1, "Identification"),
            "order",
        ),
    ],
)
def test_a_changed_rubric_becomes_the_next_revision(bring, change, edit_class):
    bring(task_row("T1"))
    first = newest_rubric("T1")
    assert bring(task_row("T1", **change)) == (0, 1)
    second = newest_rubric("T1")
    assert (second.number, second.parent, second.edit_class) == (2, first, edit_class)
    assert first.criterion_versions.count() == 6


def test_criteria_keep_their_identity_across_revisions(bring):
    bring(task_row("T1"))
    bring(task_row("T1", RUBRIC_3_WEIGHT=20))
    first, second = RubricRevision.objects.order_by("number")
    assert set(first.criterion_versions.values_list("criterion")) == set(
        second.criterion_versions.values_list("criterion")
    )
    changed = second.criterion_versions.get(position=3)
    assert (changed.weight, changed.edit_class) == (20, "weight")


def test_a_changed_reference_becomes_the_next_revision_and_a_blank_one_erases_nothing(bring):
    bring(task_row("T1"))
    assert bring(task_row("T1", IDEAL_RESPONSE_FINAL="Another answer.")) == (0, 1)
    assert bring(task_row("T1", IDEAL_RESPONSE_FINAL="")) == (0, 0)
    texts = ReferenceRevision.objects.order_by("number").values_list("text", "edit_class")
    assert list(texts) == [("A kind answer to T1.", "first"), ("Another answer.", "meaning")]


def test_a_rubric_left_out_erases_nothing(bring):
    bring(task_row("T1"))
    assert bring(task_row("T1", criteria=0)) == (0, 0)
    assert newest_rubric("T1").number == 1


def test_the_id_of_another_tasks_criterion_is_refused_with_its_place(bring):
    bring(task_row("T1"))
    with pytest.raises(BadInputError) as refused:
        bring(task_row("T3"), task_row("T2", RUBRIC_4_ID="T1-2"))
    assert [problem.partition("tasks.csv:")[2] for problem in refused.value.problems] == [
        "3:RUBRIC_4_ID: the task T1 has a criterion of this id, expected an id that no other task has used"
    ]
    assert Task.objects.count() == 1


def test_an_id_stays_with_its_task_also_when_its_rubric_has_dropped_it(bring):
    bring(task_row("T1"))
    bring(task_row("T1", RUBRIC_2_ID="T1-other"))
    with pytest.raises(BadInputError, match="2:RUBRIC_1_ID: the task T1 has a criterion of this id"):
        bring(task_row("T2", RUBRIC_1_ID="T1-2"))
    assert bring(task_row("T1")) == (0, 1)  # the task itself may take it up again


def test_a_task_of_the_private_holdout_is_not_named(bring):
    bring(task_row("T1"), split="private")
    with pytest.raises(BadInputError, match="2:RUBRIC_1_ID: a task of the private holdout has") as refused:
        bring(task_row("T2", RUBRIC_1_ID="T1-2"))
    assert "T1" not in str(refused.value)


def test_metadata_is_corrected(bring):
    bring(task_row("T1"))
    assert bring(task_row("T1", AGE="U18", SUB_CATEGORY="Psychosis")) == (0, 1)
    task = Task.objects.get()
    assert (task.age, task.sub_category) == ("U18", "Psychosis")


def test_prompts_change_while_nobody_answered_them(bring):
    bring(task_row("T1", prompts=3))
    assert bring(task_row("T1", prompts=2, PROMPT_1="Other.")) == (0, 1)
    assert list(Prompt.objects.values_list("text", flat=True)) == ["Other.", "Turn 2 of T1."]


def test_prompts_of_an_answered_task_never_change(bring):
    bring(task_row("T1", prompts=2))
    respond_to("T1")
    with pytest.raises(BadInputError, match=r"tasks.csv:3:PROMPT_2: .*never change"):
        bring(task_row("T2"), task_row("T1", prompts=2, PROMPT_2="Other.", AGE="U18"))
    assert not Task.objects.filter(uid="T2").exists()
    assert Task.objects.get().age == "O18"


def test_a_waiting_task_gets_a_split_and_then_keeps_it(bring):
    bring(task_row("T1"))
    assert bring(task_row("T1"), split="public") == (0, 1)
    assert bring(task_row("T1"), split="public") == (0, 0)
    assert bring(task_row("T1")) == (0, 0)
    assert Task.objects.get().split == "public"


@pytest.mark.parametrize(("present", "wanted"), [("public", "private"), ("private", "public")])
def test_no_task_moves_between_the_halves(bring, present, wanted):
    bring(task_row("T1"), split=present)
    with pytest.raises(BadInputError, match=f"in the {present} split, and a task never moves"):
        bring(task_row("T1"), split=wanted)
    with pytest.raises(BadInputError, match="a task that has a split keeps it"):
        bring(task_row("T1"), split="unassigned")
    assert Task.objects.get().split == present


def test_a_draft_may_have_few_criteria_and_a_task_in_a_split_may_not(bring):
    assert bring(task_row("T1", criteria=1)) == (1, 0)
    assert Task.objects.get().state == "draft"
    with pytest.raises(BadInputError, match="expected at least 6"):
        bring(task_row("T2", criteria=5), split="public")
    bring(task_row("T3"), split="private")
    with pytest.raises(BadInputError, match="in the private split, expected at least 6"):
        bring(task_row("T3", criteria=4))
