"""Columns that are missing, unknown, there twice, or called otherwise."""

import pandas as pd
import pytest

from annotation.tables.files.reading import read_table
from tests.annotation.tables.builders import judgment, label, read_rows, said, vote, write_rows

REMEDY = "expected only columns of the candidate_votes table; rename it, or leave unknown columns out"


def test_an_unknown_column(tmp_path):
    rows = [vote(Judge="x", colour="blue")]
    assert said(read_rows("votes", tmp_path, rows)) == [
        f"table.csv:1:Judge: the column is unknown (nearest: judge), {REMEDY}",
        f"table.csv:1:colour: the column is unknown, {REMEDY}",
    ]


def test_an_unknown_column_can_be_left_out(tmp_path):
    result = read_rows("votes", tmp_path, [vote(colour="blue")], ignore_unknown=True)
    assert said(result) == []
    assert "colour" not in result.frame


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_what_is_left_out_is_told_by_column_and_count(tmp_path, suffix):
    rows = [vote(judge="a", Reason="why", colour=""), vote(judge="b", Reason="", colour="")]
    path = tmp_path / f"table.{suffix}"
    frame = pd.DataFrame(rows).astype(str)
    frame.to_csv(path, index=False) if suffix == "csv" else frame.to_parquet(path, index=False)
    result = read_table("votes", path, ignore_unknown=True)
    assert [str(warning).removeprefix(str(tmp_path)) for warning in result.warnings] == [
        f"/table.{suffix}:1:Reason: is no column of the candidate_votes table (nearest: reason) and was left "
        "out, with 1 filled cells of 2",
        f"/table.{suffix}:1:colour: is no column of the candidate_votes table and was left out, "
        "with 0 filled cells of 2",
    ]


def test_what_is_left_out_of_json_lines_is_counted_and_nothing_is_said_of_a_table_without_it(tmp_path):
    path = tmp_path / "table.jsonl"
    known = (
        '{"unique_id": "T1", "model_id": "m", "attempt_index": %d, "response": "x", "response_status": "ok"'
    )
    path.write_text(
        "\n".join([known % 1 + ', "score": 0.5}', known % 2 + "}", known % 3 + ', "score": null}'])
    )
    result = read_table("responses", path, ignore_unknown=True)
    (warning,) = result.warnings
    assert "score: is no column of the responses table and was left out, with 1 filled cells of 3" in str(
        warning
    )
    path.write_text(known % 1 + "}")
    assert read_table("responses", path, ignore_unknown=True).warnings == []


def test_columns_are_read_in_any_order_and_given_in_the_canonical_one(tmp_path):
    row = dict(reversed(list(label().items())))
    frame = read_rows("labels", tmp_path, [row]).frame
    assert list(frame.columns) == list(label())


def test_a_column_that_is_there_twice(tmp_path):
    (tmp_path / "table.csv").write_text("transcript_id,transcript_id,violation_label\nlh-01,lh-02,x\n")
    assert said(read_table("lh_labels", tmp_path / "table.csv")) == [
        "table.csv:1:transcript_id: the column is there 2 times, expected it once"
    ]


def test_a_text_where_the_header_should_be_is_not_repeated(tmp_path):
    secret = "A private conversation that no message may repeat, with\nline breaks."
    (tmp_path / "table.csv").write_text(f'lh-01,"{secret}"\n')
    lines = said(read_table("lh_labels", tmp_path / "table.csv"))
    assert [line.split(": ")[0] for line in lines] == [
        "table.csv:1:lh-01",
        "table.csv:1:(column 2)",
        "table.csv:1:transcript_id",
        "table.csv:1:violation_label",
    ]
    assert not any("private" in line for line in lines)


def test_a_problem_is_one_printable_line(tmp_path):
    (tmp_path / "table.csv").write_text('transcript_id,violation_label,"new\nline\u202e"\n')
    result = read_table("lh_labels", tmp_path / "table.csv")
    assert [str(problem).split(": ")[0] for problem in result.problems] == [
        f"{tmp_path}/table.csv:1:new<U+000A>line<U+202E>"
    ]


def test_another_separator_than_a_comma_is_suspected(tmp_path):
    (tmp_path / "table.csv").write_text("transcript_id;violation_label\nlh-01;x\n")
    lines = said(read_table("lh_labels", tmp_path / "table.csv"))
    hint = "(the header is one cell: are the cells separated by something other than commas?)"
    assert f"table.csv:1:transcript_id: the column is missing {hint}, expected it in the header" in lines


def test_columns_are_renamed_on_the_way_in(tmp_path):
    row = {("Grader" if name == "judge" else name): cell for name, cell in vote().items()}
    result = read_rows("votes", tmp_path, [row, row | {"Grader": ""}], rename={"Grader": "judge"})
    assert said(result) == ["table.csv:3:judge: the cell is blank, expected text"]
    assert result.frame["judge"].tolist() == ["acme/judge-1", ""]


def test_a_numbered_column_can_be_renamed_to(tmp_path):
    row = {("third" if name == "judge_3_met" else name): cell for name, cell in judgment().items()}
    assert said(read_rows("judgments", tmp_path, [row], rename={"third": "judge_3_met"})) == []


@pytest.mark.parametrize(
    ("rename", "line"),
    [
        (
            {"Grader": "judge"},
            "1:Grader: is mapped to judge but is not in the file, expected one of its columns",
        ),
        ({"judge": "grader"}, "1:judge: is mapped to grader, expected a column of the candidate_votes table"),
        ({"met": "judge"}, "1:judge: the column is there 2 times, expected it once"),
    ],
)
def test_a_mapping_that_does_not_fit(tmp_path, rename, line):
    path = write_rows(tmp_path / "table.csv", [vote()])
    assert f"table.csv:{line}" in said(read_table("votes", path, rename=rename))


def test_an_unknown_kind_is_the_callers_mistake(tmp_path):
    with pytest.raises(ValueError, match="There is no table 'vote'; the tables are tasks, responses, labels"):
        read_table("vote", tmp_path / "table.csv")
