"""The database refuses to change or delete rows of history, whoever asks; other tables are free."""

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction

from annotation.base.history_guard import (
    guard,
    history_models,
    history_unguarded,
    postgresql_triggers,
    sqlite_triggers,
)
from annotation.base.record_audit import record_audit
from annotation.models import AppendOnly, AuditEntry, EarlierReply, EvaluatedModel, Label, LabelEvent
from calibration.models import JudgeVote
from scoring.models import Judgment

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]

UPDATE = "UPDATE {table} SET {key} = {key}"
DELETE = "DELETE FROM {table}"
only_postgresql = pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no TRUNCATE")


def run(statement, model):
    with connection.cursor() as cursor:
        cursor.execute(statement.format(table=model._meta.db_table, key=model._meta.pk.column))
        return cursor.rowcount


def refused(statement, model):
    with pytest.raises(IntegrityError, match=f"{model._meta.db_table} holds history"), transaction.atomic():
        run(statement, model)
    return True


def triggers():
    """(table, name) of every trigger in the database."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                "SELECT relname, tgname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid "
                "WHERE NOT tgisinternal"
            )
        else:
            cursor.execute("SELECT tbl_name, name FROM sqlite_master WHERE type = 'trigger'")
        return set(cursor.fetchall())


def wanted():
    made = postgresql_triggers if connection.vendor == "postgresql" else sqlite_triggers
    tables = [model._meta.db_table for model in history_models()]
    return {(table, name) for table in tables for name in made(table)}


def drop_one(model):
    table, name = min(pair for pair in triggers() if pair[0] == model._meta.db_table)
    run(f'DROP TRIGGER "{name}"' + (" ON {table}" if connection.vendor == "postgresql" else ""), model)
    return table, name


def unchecked_row(model):
    """A row with a value of the right kind in each column; constraints and references are not looked at."""
    names, values = [], []
    for field in model._meta.local_concrete_fields:
        names.append(connection.ops.quote_name(field.column))
        values.append(VALUES.get(field.get_internal_type(), 1))
    return names, values


VALUES = {
    "CharField": "x",
    "TextField": "x",
    "JSONField": "{}",
    "DateTimeField": "2026-01-01 00:00:00+00:00",
    "BooleanField": True,
    "UUIDField": "00000000-0000-0000-0000-000000000001",
}


def insert_unchecked(model):
    names, values = unchecked_row(model)
    places = ", ".join(["%s"] * len(names))
    with connection.cursor() as cursor:
        cursor.execute(f"INSERT INTO {model._meta.db_table} ({', '.join(names)}) VALUES ({places})", values)


@pytest.fixture
def no_rules():
    """Checks and references are off, so that one made-up row stands for any; triggers are as they were."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA ignore_check_constraints = ON")
            cursor.execute("PRAGMA defer_foreign_keys = ON")
        else:
            cursor.execute(
                "SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) "
                "FROM pg_constraint WHERE contype = 'c' AND connamespace = 'public'::regnamespace"
            )
            for (statement,) in cursor.fetchall():
                cursor.execute(statement)
    yield
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA ignore_check_constraints = OFF")
    transaction.set_rollback(True)  # the references of those rows lead nowhere


@pytest.mark.parametrize("model", history_models(), ids=lambda model: model.__name__)
@pytest.mark.parametrize("statement", [UPDATE, DELETE], ids=["update", "delete"])
def test_a_raw_statement_is_refused_on_every_table_of_history(no_rules, model, statement):
    insert_unchecked(model)
    assert refused(statement, model)


def test_the_tables_are_those_of_append_only_models_and_no_others():
    assert {AuditEntry, LabelEvent, EarlierReply, JudgeVote, Judgment} <= set(history_models())
    assert Label not in history_models()  # what stands now
    assert all(issubclass(model, AppendOnly) for model in history_models())
    assert triggers() == wanted()


@pytest.mark.parametrize("statement", [UPDATE, DELETE], ids=["update", "delete"])
def test_other_tables_are_changed_and_emptied(statement):
    EvaluatedModel.objects.create(model_id="m/a")
    assert run(statement, EvaluatedModel) == 1


def test_rows_are_added_and_the_refused_one_stays_as_it_was():
    record_audit(actor=None, verb="one", target="thing:1")
    assert refused("UPDATE {table} SET verb = 'two'", AuditEntry)
    record_audit(actor=None, verb="three", target="thing:2")
    assert list(AuditEntry.objects.order_by("pk").values_list("verb", flat=True)) == ["one", "three"]


@only_postgresql
@pytest.mark.parametrize("model", [AuditEntry, JudgeVote])
def test_truncate_is_refused_even_on_an_empty_table(model):
    assert refused("TRUNCATE {table} CASCADE", model)


def test_tests_empty_a_table_by_the_named_procedure_and_it_is_guarded_again():
    record_audit(actor=None, verb="one", target="thing:1")
    with history_unguarded(AuditEntry):
        assert run(DELETE, AuditEntry) == 1
    record_audit(actor=None, verb="two", target="thing:1")
    assert refused(DELETE, AuditEntry)
    assert triggers() == wanted()


def test_a_failed_emptying_leaves_the_guard():
    record_audit(actor=None, verb="one", target="thing:1")
    with pytest.raises(ZeroDivisionError), history_unguarded():
        raise ZeroDivisionError
    assert refused(DELETE, AuditEntry)


def test_elsewhere_the_procedure_is_refused(settings):
    from config import settings as of_the_product

    assert of_the_product.HISTORY_MAY_BE_UNGUARDED is False
    settings.HISTORY_MAY_BE_UNGUARDED = False
    record_audit(actor=None, verb="one", target="thing:1")
    with pytest.raises(ImproperlyConfigured, match="only the settings of the tests"), history_unguarded():
        run(DELETE, AuditEntry)
    assert AuditEntry.objects.count() == 1


def test_migrate_makes_what_a_table_lacks():
    lost = drop_one(AuditEntry)
    assert lost not in triggers()
    call_command("migrate", verbosity=0)
    assert triggers() == wanted()


@only_postgresql
def test_migrate_wakes_a_trigger_that_was_put_to_sleep():
    run("ALTER TABLE {table} DISABLE TRIGGER USER", AuditEntry)
    guard(connection, [AuditEntry])
    record_audit(actor=None, verb="one", target="thing:1")
    assert refused(DELETE, AuditEntry)


@pytest.mark.django_db(transaction=True)
def test_a_table_that_a_migration_builds_anew_is_guarded_after_migrate():
    field = AuditEntry._meta.get_field("verb")
    wider = type(field)(max_length=80)
    wider.set_attributes_from_name("verb")
    wider.model = AuditEntry
    with connection.schema_editor() as editor:
        editor.alter_field(AuditEntry, field, wider)
    if connection.vendor == "sqlite":
        assert {table for table, _ in wanted() - triggers()} == {AuditEntry._meta.db_table}
    with connection.schema_editor() as editor:
        editor.alter_field(AuditEntry, wider, field)
    call_command("migrate", verbosity=0)
    assert triggers() == wanted()
