"""Parquet: each kind of cell in its own type; what would need a guess is refused with a remedy."""

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from annotation.tables.files.reading import read_table
from annotation.tables.files.writing import write_table
from tests.annotation.tables.builders import label, read_rows, response, said, task, write_rows


@pytest.fixture
def labels(tmp_path) -> pd.DataFrame:
    rows = [label(), label(criterion=2, met="", rater_1_met="", rater_2_met="", rater_3_met="")]
    return read_rows("labels", tmp_path, rows).frame.reset_index(drop=True)


def read_with(tmp_path, frame: pd.DataFrame, **columns: object):
    frame.assign(**columns).to_parquet(tmp_path / "table.parquet", index=False)
    return read_table("labels", tmp_path / "table.parquet")


def test_types_in_the_file(tmp_path, labels):
    write_table("labels", labels, tmp_path / "table.parquet")
    schema = pq.read_schema(tmp_path / "table.parquet")
    assert schema.field("unique_id").type == pa.string()
    assert schema.field("weight").type == pa.int64()
    assert schema.field("rater_1_met").type == pa.bool_()
    assert schema.names == list(label())


def test_pandas_reads_back_the_same_frame(tmp_path, labels):
    write_table("labels", labels, tmp_path / "table.parquet")
    pd.testing.assert_frame_equal(pd.read_parquet(tmp_path / "table.parquet"), labels)


def test_reading_gives_what_was_written(tmp_path, labels):
    write_table("labels", labels, tmp_path / "table.parquet")
    result = read_table("labels", tmp_path / "table.parquet")
    assert said(result) == []
    pd.testing.assert_frame_equal(result.frame.reset_index(drop=True), labels)
    assert result.frame.index.tolist() == [2, 3]


@pytest.mark.parametrize(
    "column",
    [
        ["True", ""],
        ["1", None],
        [1.0, None],
        pd.array([1, None], dtype="Int8"),
        pd.array([True, None], dtype="boolean"),
    ],
)
def test_yes_and_no_are_read_from_every_plain_form(tmp_path, labels, column):
    result = read_with(tmp_path, labels, rater_1_met=column)
    assert said(result) == []
    pd.testing.assert_frame_equal(result.frame.reset_index(drop=True), labels)


@pytest.mark.parametrize("column", [["1", "2"], pd.Categorical(["1", "2"]), pd.array([1, 2], dtype="int16")])
def test_whole_numbers_are_read_from_text_categories_and_integers(tmp_path, labels, column):
    result = read_with(tmp_path, labels, weight=column)
    assert said(result) == []
    assert result.frame["weight"].tolist() == [1, 2]


def test_whole_weights_stored_as_double_are_read_and_others_refused(tmp_path, labels):
    whole = read_with(tmp_path, labels, weight=[1.0, 2.0])
    assert (said(whole), whole.frame["weight"].tolist()) == ([], [1, 2])
    assert said(read_with(tmp_path, labels, weight=[1.0, 2.5])) == [
        'table.parquet:3:weight: "2.5" is not a whole number, expected a whole number from 1 to 20'
    ]


def test_a_floating_column_without_a_number_holds_nothing_to_guess(tmp_path):
    tasks = read_rows("tasks", tmp_path, [task()]).frame
    tasks.assign(RUBRIC_20_WEIGHT=[float("nan")]).to_parquet(tmp_path / "table.parquet", index=False)
    result = read_table("tasks", tmp_path / "table.parquet")
    assert said(result) == []
    assert result.frame["RUBRIC_20_WEIGHT"].isna().all()


def test_numbers_where_text_belongs_are_refused(tmp_path, labels):
    assert said(read_with(tmp_path, labels, unique_id=[1, 2])) == [
        "table.parquet:1:unique_id: the column is stored as int64, expected text, stored as string"
    ]


def test_a_null_text_is_an_empty_cell(tmp_path):
    tasks = read_rows("tasks", tmp_path, [task(), task("T2", prompts=2)]).frame
    tasks.assign(PROMPT_2=[None, "x"], PROMPT_3=[None, None]).to_parquet(
        tmp_path / "table.parquet", index=False
    )
    frame = read_table("tasks", tmp_path / "table.parquet").frame
    assert frame["PROMPT_2"].tolist() == ["", "x"]
    assert frame["PROMPT_3"].tolist() == ["", ""]


def test_turns_may_be_a_list_column(tmp_path):
    table = pa.table(
        {
            "unique_id": ["T1", "T1"],
            "model_id": ["m", "m"],
            "attempt_index": [1, 2],
            "assistant_turns": [["a", 'b "c"'], None],
            "response": [None, "x"],
            "response_status": ["ok", "ok"],
        }
    )
    pq.write_table(table, tmp_path / "table.parquet")
    result = read_table("responses", tmp_path / "table.parquet")
    assert said(result) == []
    assert result.frame["assistant_turns"].tolist() == ['["a", "b \\"c\\""]', ""]


DAMAGED = (
    "1:(file): cannot be read as Parquet and may be cut off, expected a whole Parquet file; copy it again"
)


@pytest.mark.parametrize("keep", [0.2, 0.6, 0.99])
def test_a_truncated_file(tmp_path, labels, keep):
    write_table("labels", labels, tmp_path / "whole.parquet")
    data = (tmp_path / "whole.parquet").read_bytes()
    (tmp_path / "table.parquet").write_bytes(data[: int(len(data) * keep)])
    assert said(read_table("labels", tmp_path / "table.parquet")) == [f"table.parquet:{DAMAGED}"]


def test_csv_that_is_called_parquet(tmp_path):
    write_rows(tmp_path / "table.parquet", [label()])
    assert said(read_table("labels", tmp_path / "table.parquet")) == [f"table.parquet:{DAMAGED}"]


def test_a_file_of_no_bytes(tmp_path):
    (tmp_path / "table.parquet").touch()
    assert said(read_table("labels", tmp_path / "table.parquet")) == [
        "table.parquet:1:(file): the file is empty (0 bytes), expected Parquet"
    ]


def test_bytes_that_are_not_utf8_inside_a_text_column(tmp_path):
    bad = pa.array([b"caf\xe9"]).view(pa.string())
    rows = {name: pa.array([cell]) for name, cell in response().items()} | {"response": bad}
    pq.write_table(pa.table(rows), tmp_path / "table.parquet")
    assert said(read_table("responses", tmp_path / "table.parquet")) == [f"table.parquet:{DAMAGED}"]


def test_a_nul_character_in_a_text(tmp_path, labels):
    assert said(read_with(tmp_path, labels, criterion_title=["a", "b\x00c"])) == [
        "table.parquet:3:criterion_title: the cell holds a NUL character, expected text without it"
    ]
