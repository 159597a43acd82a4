"""Writing: minimal quotes, nothing altered unless asked for, whole or not at all."""

import csv

import pandas as pd
import pytest

from annotation.tables.files.reading import read_table
from annotation.tables.files.writing import write_table
from tests.annotation.tables.builders import label, read_rows, response, said, task


def lh(*labels: str) -> pd.DataFrame:
    return pd.DataFrame(
        {"transcript_id": [f"lh-{n}" for n in range(len(labels))], "violation_label": list(labels)},
        dtype="str",
    )


def test_only_cells_that_need_quotes_get_them(tmp_path):
    write_table("lh_labels", lh("plain", " spaced ", "a,b", 'a "b"', "a\nb", "a\rb", ""), tmp_path / "t.csv")
    assert (tmp_path / "t.csv").read_bytes() == (
        b'transcript_id,violation_label\nlh-0,plain\nlh-1, spaced \nlh-2,"a,b"\nlh-3,"a ""b"""\n'
        b'lh-4,"a\nb"\nlh-5,"a\rb"\nlh-6,\n'
    )


def test_values_have_one_form(tmp_path):
    rows = [label(rater_1_met="1", rater_2_met="true", rater_3_met="", met="1.0")]
    write_table("labels", read_rows("labels", tmp_path, rows).frame, tmp_path / "t.csv")
    last = (tmp_path / "t.csv").read_text().splitlines()[1].split(",")
    assert last[-5:] == ["1", "True", "True", "True", ""]


def test_an_empty_table_is_a_header(tmp_path):
    write_table("lh_labels", lh(), tmp_path / "t.csv")
    assert (tmp_path / "t.csv").read_bytes() == b"transcript_id,violation_label\n"


def test_more_rows_than_one_block(tmp_path):
    many = lh(*(f"{n}" for n in range(120_001)))
    write_table("lh_labels", many, tmp_path / "t.csv")
    assert read_table("lh_labels", tmp_path / "t.csv").frame.reset_index(drop=True).equals(many)


RISKY = [
    "=1+1",
    "+1",
    "-1",
    "@x",
    "\tx",
    "\uff1d1",
    "\uff0b1",
    "\uff0d1",
    "\uff20x",
    "x=1",
    "x\uff1d1",
    "'=1",
]
BROKEN = ["\r=1", "\n=1", "x\n=1"]


def test_the_default_alters_no_cell(tmp_path):
    write_table("lh_labels", lh(*RISKY), tmp_path / "t.csv")
    assert read_table("lh_labels", tmp_path / "t.csv").frame["violation_label"].tolist() == RISKY


def test_for_spreadsheets_a_mark_and_guarded_cells(tmp_path):
    write_table("lh_labels", lh(*RISKY), tmp_path / "t.csv", spreadsheet=True)
    text = (tmp_path / "t.csv").read_bytes().decode("utf-8")
    assert text[0] == "\ufeff"
    cells = [line.split(",")[1] for line in text.splitlines()[1:]]
    assert cells == [*(f"'{cell}" for cell in RISKY[:9]), *RISKY[9:]]


def test_for_spreadsheets_a_break_before_a_formula_is_guarded_too(tmp_path):
    write_table("lh_labels", lh(*BROKEN), tmp_path / "t.csv", spreadsheet=True)
    with (tmp_path / "t.csv").open(encoding="utf-8-sig", newline="") as written:
        cells = [row["violation_label"] for row in csv.DictReader(written)]
    assert cells == ["'\r=1", "'\n=1", "x\n=1"]


def test_for_spreadsheets_numbers_stay_numbers(tmp_path):
    rows = [task(PROMPT_1="-5 degrees")]
    write_table("tasks", read_rows("tasks", tmp_path, rows).frame, tmp_path / "t.csv", spreadsheet=True)
    with (tmp_path / "t.csv").open(encoding="utf-8-sig", newline="") as written:
        cells = next(csv.DictReader(written))
    assert cells["PROMPT_1"] == "'-5 degrees"
    assert cells["RUBRIC_1_WEIGHT"] == "1"


def test_a_spreadsheet_file_comes_back_with_a_remark_at_each_guard(tmp_path):
    rows = [task(PROMPT_1="-5 degrees")]
    write_table("tasks", read_rows("tasks", tmp_path, rows).frame, tmp_path / "t.csv", spreadsheet=True)
    result = read_table("tasks", tmp_path / "t.csv")
    assert (said(result), result.frame["PROMPT_1"].tolist()) == ([], ["'-5 degrees"])
    (remark,) = [str(warning) for warning in result.warnings if warning.column == "PROMPT_1"]
    assert remark.endswith(
        "the text begins with ' before a sign of a formula, as a table for spreadsheets does; "
        "it is taken with the '"
    )


def test_optional_columns_without_content_are_left_out(tmp_path):
    frame = read_rows("responses", tmp_path, [response(cost_usd="", finish_reason="stop")]).frame
    write_table("responses", frame, tmp_path / "t.csv")
    header = (tmp_path / "t.csv").read_text().splitlines()[0]
    assert header == "unique_id,model_id,attempt_index,response,response_status,finish_reason"


def test_a_text_column_stays_when_every_response_is_empty(tmp_path):
    frame = read_rows("responses", tmp_path, [response(response="", response_status="empty")]).frame
    for suffix in ("csv", "parquet", "jsonl"):
        write_table("responses", frame, tmp_path / f"t.{suffix}")
        assert said(read_table("responses", tmp_path / f"t.{suffix}")) == []


def test_a_missing_text_is_an_empty_cell(tmp_path):
    write_table("lh_labels", lh("a", "b").assign(violation_label=[None, "b"]), tmp_path / "t.csv")
    assert (tmp_path / "t.csv").read_text() == "transcript_id,violation_label\nlh-0,\nlh-1,b\n"


@pytest.mark.parametrize(
    ("kind", "name", "options", "message"),
    [
        ("lh_label", "t.csv", {}, "There is no table 'lh_label'"),
        ("lh_labels", "t.xlsx", {}, "A lh_violation_labels file ends in .csv or .parquet, not in '.xlsx'."),
        ("lh_labels", "t.parquet", {"spreadsheet": True}, "Only a CSV file can be written for spreadsheets"),
        ("lh_transcripts", "t.csv", {}, r"missing columns \['turn_index', 'user_turn'\]"),
    ],
)
def test_what_cannot_be_written_is_said_before_anything_is(tmp_path, kind, name, options, message):
    with pytest.raises(ValueError, match=message):
        write_table(kind, lh("x"), tmp_path / name, **options)
    assert list(tmp_path.iterdir()) == []


def test_a_failure_on_the_way_leaves_the_old_file(tmp_path, monkeypatch):
    write_table("lh_labels", lh("old"), tmp_path / "t.csv")

    def fail(*args: object) -> None:
        raise OSError("No space left on device")

    monkeypatch.setattr("annotation.tables.files.writing._write_block", fail)
    with pytest.raises(OSError, match="No space left"):
        write_table("lh_labels", lh("new"), tmp_path / "t.csv")
    assert [path.name for path in tmp_path.iterdir()] == ["t.csv"]
    assert "old" in (tmp_path / "t.csv").read_text()
