"""The clinicians' labels: `met` is the raters' strict majority, and nothing else."""

import pytest

from tests.annotation.tables.builders import label, read_rows, said


def raters(*cells: str) -> dict[str, str]:
    return {f"rater_{n}_met": cell for n, cell in enumerate(cells, start=1)}


@pytest.mark.parametrize(
    ("cells", "met"),
    [
        (("True", "True", "False"), "True"),
        (("False", "True", "False"), "False"),
        (("True", "False", ""), ""),  # one against one: undecided
        (("True", "", ""), "True"),
        (("", "", "0"), "False"),
        (("", "", ""), ""),
        (("1.0", "true", "FALSE"), "1"),
    ],
)
def test_met_is_the_strict_majority(tmp_path, cells, met):
    assert said(read_rows("labels", tmp_path, [label(met=met, **raters(*cells))])) == []


@pytest.mark.parametrize(
    ("cells", "met", "expected"),
    [
        (("True", "True", "False"), "False", "True"),
        (("True", "True", "False"), "", "True"),
        (("True", "False", ""), "False", "an empty cell (undecided)"),
        (("", "", ""), "False", "an empty cell (undecided)"),
        (("False", "False", "True"), "True", "False"),
    ],
)
def test_another_met_is_a_problem(tmp_path, cells, met, expected):
    assert said(read_rows("labels", tmp_path, [label(met=met, **raters(*cells))])) == [
        f"table.csv:2:met: is not the raters' strict majority, expected {expected}"
    ]


@pytest.mark.parametrize("cell", ["yes", "None", "2", "T", " True", "0.5", "cannot judge"])
def test_what_is_none_of_the_words_for_met_is_a_problem_and_only_one(tmp_path, cell):
    result = read_rows("labels", tmp_path, [label(rater_1_met=cell)])
    assert said(result) == [
        f'table.csv:2:rater_1_met: "{cell}" is not one of True, False, 1, 0, '
        "expected True or False (or an empty cell where there is no answer)"
    ]


def test_values_are_nullable_and_never_guessed(tmp_path):
    frame = read_rows(
        "labels", tmp_path, [label(), label(criterion=2, met="", **raters("1", "0.0", ""))]
    ).frame
    assert str(frame["met"].dtype) == "boolean"
    assert str(frame["weight"].dtype) == "Int64"
    assert frame["rater_3_met"].isna().tolist() == [False, True]
    assert frame["rater_1_met"].tolist() == [True, True]


def test_a_criterion_of_a_response_is_there_once(tmp_path):
    key = "unique_id + model_id + attempt_index + criterion_id"
    assert said(read_rows("labels", tmp_path, [label(), label(attempt="2"), label()])) == [
        f"table.csv:4:(row): the same {key} as in row 2, expected each to appear once"
    ]


def test_a_rater_column_may_not_be_absent(tmp_path):
    row = label()
    del row["rater_3_met"]
    assert said(read_rows("labels", tmp_path, [row])) == [
        "table.csv:1:rater_3_met: the column is missing, expected it in the header"
    ]
