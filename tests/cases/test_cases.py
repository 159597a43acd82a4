"""Small tables as Excel, pandas, R and collectors of replies write them: taken, remarked on, or refused."""

import json
from decimal import Decimal
from io import StringIO
from pathlib import Path

import pandas as pd
import pytest
from django.core.management import call_command

from annotation.models import EarlierReply, Prompt, Response, Round, Task
from tests.calibration.run import refused

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

HERE = Path(__file__).parent


def bring(kind, path, *options):
    """(JSON on stdout, stderr) of an import."""
    out, err = StringIO(), StringIO()
    call_command("import_table", kind, str(path), *options, "--json", stdout=out, stderr=err)
    return json.loads(out.getvalue()), err.getvalue()


def tasks_of(case, *options):
    return bring("tasks", HERE / case / "tasks.csv", "--split", "public", *options)


def test_the_mark_that_excel_writes_is_no_part_of_the_first_name():
    tasks_of("bom-csv")
    assert sorted(task.uid for task in Task.objects.all()) == ["T1", "T2"]


def test_a_reply_that_failed_may_be_collected_again_once_and_for_good():
    case = "empty-reply-collected-again"
    tasks_of(case)
    bring("responses", HERE / case / "first.jsonl")
    result, remarks = bring("responses", HERE / case / "again.jsonl")
    assert (result["changed"], result["details"]["collected_again"]) == (2, 2)
    assert "2 of the rows come in place of replies that had failed, which are kept" in remarks
    texts = dict(Response.objects.values_list("task__uid", "final_turn"))
    assert texts == {"T1": "The reply as it came the second time.", "T2": "Another reply."}
    kept = EarlierReply.objects.values_list("response__task__uid", "status").order_by("response__task__uid")
    assert list(kept) == [("T1", "error"), ("T2", "empty")]


def test_yes_is_refused_by_naming_the_words_that_are_taken():
    tasks_of("zero-width-reply")
    bring("responses", HERE / "zero-width-reply" / "responses.jsonl")
    sentence = refused("import_table", "labels", HERE / "boolean-yes-no" / "labels.csv", "--round", "r")
    assert '"yes" is not one of True, False, 1, 0' in sentence


def test_criteria_with_the_same_text_are_remarked_on_with_their_slots():
    result, remarks = tasks_of("duplicate-criterion-text")
    assert len(result["warnings"]) == 5
    assert "tasks.csv:2:RUBRIC_2: the same text as in RUBRIC_1, so one criterion is weighed twice" in remarks


@pytest.mark.parametrize("name", ["responses.csv", "responses.jsonl", "responses.parquet"])
def test_amounts_of_floating_point_are_rounded_half_even_to_what_is_stored(tmp_path, name):
    tasks_of("float-costs")
    path = HERE / "float-costs" / name
    if name.endswith("parquet"):
        path = tmp_path / name
        pd.read_csv(HERE / "float-costs" / "responses.csv").to_parquet(path, index=False)
    bring("responses", path)
    expected = "0.001615" if name.endswith("jsonl") else "0.00001575"
    assert Response.objects.get().cost_usd == Decimal(expected)


def test_a_text_that_says_na_survives_with_a_remark():
    _, remarks = tasks_of("na-as-text")
    assert "the text is NA; if that means nothing, leave the cell empty" in remarks
    assert Prompt.objects.filter(text="NA").exists()


def test_a_column_without_a_name_is_called_by_its_place():
    sentence = refused("import_table", "tasks", HERE / "pandas-index-column" / "tasks.csv")
    assert "(column 1): column 1 has no name (a data frame's index?)" in sentence
    assert not Task.objects.exists()


def test_an_index_that_pandas_declares_is_left_out_with_a_remark(tmp_path):
    frame = pd.read_csv(HERE / "bom-csv" / "tasks.csv", encoding="utf-8-sig", dtype_backend="pyarrow")
    frame.index = pd.Index([7, 9])
    frame.to_parquet(tmp_path / "tasks.parquet")
    _, remarks = bring("tasks", tmp_path / "tasks.parquet")
    assert sorted(task.uid for task in Task.objects.all()) == ["T1", "T2"]
    assert "__index_level_0__: the column is a data frame's index without a name" in remarks


@pytest.mark.parametrize("name", [" r ", "R", "r\u200b", "\uff52", "\u0433"])
def test_a_round_that_looks_like_another_is_refused(name):
    case = HERE / "round-lookalikes"
    bring("tasks", case / "tasks.csv", "--split", "public")
    bring("responses", case / "responses.jsonl")
    bring("labels", case / "labels.csv", "--round", "r")
    if name == "\u0433":  # a letter of another script that looks like no Latin one
        bring("labels", case / "labels.csv", "--round", name)
        assert Round.objects.count() == 2
        return
    assert "r" in refused("import_table", "labels", case / "labels.csv", "--round", name)
    assert [round.name for round in Round.objects.all()] == ["r"]


def test_a_reply_of_invisible_characters_counts_as_empty_and_it_is_said():
    tasks_of("zero-width-reply")
    _, remarks = bring("responses", HERE / "zero-width-reply" / "responses.jsonl")
    assert "says ok but the final turn is blank (no visible character), so it is read as empty" in remarks
    assert (Response.objects.get().status, Response.objects.get().is_empty) == ("empty", True)


def test_a_number_with_a_giant_exponent_is_refused_without_being_written_out(tmp_path):
    tasks_of("float-costs")
    path = tmp_path / "responses.jsonl"
    for number in ("1e999999999", "-1e-999999999"):
        path.write_text(
            '{"unique_id":"T1","model_id":"m/one","attempt_index":1,"response":"R","response_status":"ok",'
            f'"cost_usd":{number}}}\n'
        )
        assert "is not an amount" in refused("import_table", "responses", path)


def test_models_that_look_alike_are_remarked_on_and_both_taken(tmp_path):
    tasks_of("float-costs")
    rows = "unique_id,model_id,attempt_index,response,response_status\nT1,m/one,1,A,ok\nT1,M/One,1,B,ok\n"
    (tmp_path / "responses.csv").write_text(rows)
    said, remarks = bring("responses", tmp_path / "responses.csv")
    assert 'responses.csv:3:model_id: looks like "m/one" and is another name' in remarks
    assert [warning in remarks for warning in said["warnings"]] == [True]
    assert Response.objects.count() == 2
    _, again = bring("responses", tmp_path / "responses.csv")
    assert again == ""


def test_a_reference_with_other_line_ends_is_no_new_revision(tmp_path):
    frame = pd.read_csv(HERE / "float-costs" / "tasks.csv", dtype=str, keep_default_na=False)
    for reference, n_revisions in (("One\nTwo", 1), ("One\r\nTwo", 1), ("One\nTwo!", 2)):
        frame.assign(IDEAL_RESPONSE_FINAL=reference).to_csv(tmp_path / "tasks.csv", index=False)
        bring("tasks", tmp_path / "tasks.csv")
        assert Task.objects.get(uid="T1").reference_revisions.count() == n_revisions
