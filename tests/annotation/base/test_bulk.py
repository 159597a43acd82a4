"""Many rows at once: defaults, missing values, rollback, and references that must exist."""

from datetime import timedelta
from decimal import Decimal
from uuid import UUID

import pandas as pd
import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from annotation.base import bulk_references
from annotation.base.bulk import MANY, insert_rows, plain_values, read_frame, update_rows
from annotation.models import AppendOnlyError, AuditEntry, EvaluatedModel, Response, Task
from tests.made_tables import NASTY

METADATA = {
    "turns": "Single Turn",
    "age": "O18",
    "prompt_intent": "Borderline",
    "explicit_type": "Implicit",
    "progression_stage": "Ideation",
    "sub_category": "Psychosis",
}

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def task():
    return Task.objects.create(uid="T1", **METADATA)


@pytest.fixture
def model():
    return EvaluatedModel.objects.create(model_id="m")


def test_fields_left_out_get_their_defaults_and_the_time():
    assert insert_rows(Task, {"uid": ["a", "b"]}, **METADATA) == 2
    made = Task.objects.get(uid="b")
    assert (made.split, made.state) == ("unassigned", "draft")
    assert timezone.now() - made.created_at < timedelta(minutes=1)


def test_values_come_back_as_they_went_in(task, model):
    texts = [*NASTY, None]
    insert_rows(
        Response,
        {
            "attempt": pd.Series(range(1, len(texts) + 1), dtype="Int64"),
            "final_turn": pd.Series(texts, dtype="str"),
            "sha256": ["x" if text is not None else "" for text in texts],
            "assistant_turns": [[text] if text is not None else None for text in texts],
            "cost_usd": [Decimal("0.0125"), *[None] * (len(texts) - 1)],
            "decoding": [{"seed": 7, "name": "é"}] * len(texts),
        },
        task_id=task.pk,
        model_id=model.pk,
    )
    stored = Response.objects.order_by("attempt")
    assert [row.final_turn for row in stored] == texts
    assert [row.assistant_turns for row in stored] == [[text] if text is not None else None for text in texts]
    assert stored[0].cost_usd == Decimal("0.0125")
    assert stored[0].decoding == {"seed": 7, "name": "é"}
    assert stored.last().prompt_tokens is None


def test_rows_are_updated_by_key_and_others_stay(task, model):
    insert_rows(Response, {"attempt": [1, 2, 3]}, task_id=task.pk, model_id=model.pk)
    first, _, third = Response.objects.order_by("attempt")
    update_rows(
        Response, [first.pk, third.pk], {"status": ["refusal", "error"], "assistant_turns": [["a"], None]}
    )
    stored = Response.objects.order_by("attempt").values_list("status", "assistant_turns")
    assert list(stored) == [("refusal", ["a"]), ("ok", None), ("error", None)]
    assert update_rows(Response, [], {"status": []}) == 0


def test_nothing_to_insert_is_nothing_inserted():
    assert insert_rows(AuditEntry, {"verb": []}) == 0


def test_a_row_that_breaks_a_rule_undoes_them_all(task, model):
    with pytest.raises(IntegrityError), transaction.atomic():
        insert_rows(Response, {"attempt": [1, 2, 2]}, task_id=task.pk, model_id=model.pk)
    assert not Response.objects.exists()


def test_missing_values_of_every_kind_become_none():
    assert plain_values(pd.Series([1, None], dtype="Int64")) == [1, None]
    assert plain_values(pd.Series([True, None], dtype="boolean")) == [True, None]
    assert plain_values(pd.Series(["a", None], dtype="str")) == ["a", None]
    assert plain_values(pd.Series([UUID(int=1), None])) == [UUID(int=1), None]


def test_a_frame_has_the_columns_asked_for(task):
    frame = read_frame(Task.objects.all(), name="uid", half="split")
    assert frame.to_dict("records") == [{"name": "T1", "half": "unassigned"}]
    assert read_frame(Task.objects.none(), name="uid").columns.tolist() == ["name"]


@pytest.fixture
def many(monkeypatch):
    """Every insert counts as one of many rows, whose references PostgreSQL checks at once."""
    monkeypatch.setattr(bulk_references, "WORTH_IT", 1)


def answer(model, *tasks):
    """Insert a first attempt for each task, and have the database check what it put off."""
    with transaction.atomic():
        insert_rows(Response, {"task_id": list(tasks)}, model_id=model.pk, attempt=1)
        connection.check_constraints()


def test_every_reference_of_many_rows_must_exist(many, task, model):
    with pytest.raises(IntegrityError):
        answer(model, task.pk, task.pk + 1)
    assert not Response.objects.exists()
    answer(model, task.pk)
    assert Response.objects.count() == 1


def test_references_of_later_rows_are_checked_as_ever(many, task, model, monkeypatch):
    answer(model, task.pk)
    monkeypatch.undo()
    with pytest.raises(IntegrityError):
        answer(model, task.pk + 1)


def test_history_is_not_updated(db):
    with pytest.raises(AppendOnlyError, match="rows are history"):
        update_rows(AuditEntry, [1], {"verb": ["rewritten"]})


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no autovacuum to wait for")
@pytest.mark.parametrize(("more", "is_known"), [(0, True), (-1, False)])
def test_many_new_rows_are_known_to_the_planner_at_once(more, is_known):
    def taken_for() -> float:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT reltuples FROM pg_class WHERE relname = %s", [EvaluatedModel._meta.db_table]
            )
            return cursor.fetchone()[0]

    before = taken_for()
    n_rows = MANY + more
    insert_rows(EvaluatedModel, {"model_id": [f"m{number}" for number in range(n_rows)]})
    assert (taken_for() == n_rows) is is_known
    assert is_known or taken_for() == before
