"""The candidate judges' votes: a missing vote is not a no, and may say why."""

import pytest

from tests.annotation.tables.builders import read_rows, said, vote


def test_a_missing_vote_may_say_why(tmp_path):
    rows = [vote(no_vote_reason=""), vote("acme/judge-2", met="", no_vote_reason="parse_failure")]
    result = read_rows("votes", tmp_path, rows)
    assert said(result) == []
    assert result.frame["met"].isna().tolist() == [False, True]


def test_optional_columns_may_be_absent(tmp_path):
    frame = read_rows("votes", tmp_path, [vote()]).frame
    assert frame["cost_usd"].tolist() == [""]
    assert frame["latency_ms"].isna().all()


@pytest.mark.parametrize(
    ("row", "line"),
    [
        (
            vote(no_vote_reason="timeout"),
            "2:no_vote_reason: gives a reason for having no vote but met is filled, "
            "expected only one of the two",
        ),
        (
            vote(met="", no_vote_reason="tired"),
            '2:no_vote_reason: "tired" is not an allowed word, '
            "expected one of: parse_failure; refusal; timeout; provider_error",
        ),
        (vote(judge=""), "2:judge: the cell is blank, expected text"),
    ],
)
def test_a_bad_row_is_one_line(tmp_path, row, line):
    assert said(read_rows("votes", tmp_path, [row])) == [f"table.csv:{line}"]


def test_a_judge_votes_once_on_a_criterion(tmp_path):
    lines = said(read_rows("votes", tmp_path, [vote(), vote("acme/judge-2"), vote(met="False")]))
    assert lines == [
        "table.csv:4:(row): the same unique_id + model_id + attempt_index + criterion_id + judge "
        "as in row 2, expected each to appear once"
    ]
