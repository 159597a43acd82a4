"""The judgments table: counts and verdict must follow from the judges' columns by the rules."""

import pytest

from annotation.tables.judgments import judge_columns
from tests.annotation.tables.builders import judgment, read_rows, said, warned


def row(votes: str, verdict: str, *, voting: str, met: str, **cells: str) -> dict[str, str]:
    """votes: one character a judge: 1 met, 0 not met, - no vote."""
    words = {"1": "True", "0": "False", "-": ""}
    judges = {f"judge_{n}_met": words[vote] for n, vote in enumerate(votes, start=1)}
    return judgment(
        **(judges | {"panel_verdict": verdict, "judges_voting": voting, "votes_met": met} | cells)
    )


EMPTY = {"empty_response": "True", "response_status": "empty"}


@pytest.mark.parametrize(
    "sound",
    [
        row("110", "True", voting="3", met="2"),
        row("10-", "False", voting="2", met="1"),  # an even split is not met
        row("1--", "True", voting="1", met="1"),
        row("---", "", voting="0", met="0"),  # no vote is null
        row("---", "False", voting="0", met="0", **EMPTY),
        row("111", "False", voting="3", met="3", **EMPTY),  # whatever the judges said
        row("---", "False", voting="0", met="0", empty_response="True", response_status="error"),
    ],
)
def test_a_row_that_follows_the_rules(tmp_path, sound):
    result = read_rows("judgments", tmp_path, [sound])
    assert (said(result), warned(result)) == ([], [])


VERDICT = "table.csv:2:panel_verdict: does not follow from the row, expected"


@pytest.mark.parametrize(
    ("bad", "line"),
    [
        (row("110", "False", voting="3", met="2"), f"{VERDICT} True: the strict majority of the votes"),
        (row("10-", "True", voting="2", met="1"), f"{VERDICT} False: the strict majority of the votes"),
        (row("10-", "", voting="2", met="1"), f"{VERDICT} False: the strict majority of the votes"),
        (
            row("---", "False", voting="0", met="0"),
            f"{VERDICT} an empty cell (no vote): the strict majority of the votes",
        ),
        (
            row("111", "True", voting="3", met="3", **EMPTY),
            f"{VERDICT} False: the response is empty, so nothing is met",
        ),
        (
            row("---", "", voting="0", met="0", **EMPTY),
            f"{VERDICT} False: the response is empty, so nothing is met",
        ),
        (
            row("110", "True", voting="2", met="2"),
            "table.csv:2:judges_voting: says 2, expected 3, the number of judges with a vote in this row",
        ),
        (
            row("110", "True", voting="3", met="3"),
            "table.csv:2:votes_met: says 3, expected 2, the number of judges who said met in this row",
        ),
        (
            row("110", "True", voting="3", met="2", response_status="empty"),
            "table.csv:2:response_status: says empty but empty_response is False, expected the two to agree",
        ),
        (
            row("110", "True", voting="3", met="2", judge_2_met="None"),
            'table.csv:2:judge_2_met: "None" is not one of True, False, 1, 0, '
            "expected True or False (or an empty cell where there is no answer)",
        ),
    ],
)
def test_a_row_that_contradicts_itself(tmp_path, bad, line):
    assert said(read_rows("judgments", tmp_path, [bad])) == [line]


def test_problems_of_one_row_are_collected(tmp_path):
    bad = row("110", "False", voting="2", met="2", age="12", weight="21")
    assert [line.split(": ")[0] for line in said(read_rows("judgments", tmp_path, [bad]))] == [
        "table.csv:2:weight",
        "table.csv:2:judges_voting",
        "table.csv:2:panel_verdict",
        "table.csv:2:age",
    ]


def test_ok_beside_an_empty_response_is_a_warning_once_a_response(tmp_path):
    cells = {"voting": "0", "met": "0", "empty_response": "True"}
    rows = [row("---", "False", criterion=n, **cells) for n in (1, 2)]
    result = read_rows("judgments", tmp_path, rows)
    assert said(result) == []
    assert warned(result) == [
        "2:response_status: says ok but empty_response is True; the response is scored as empty"
    ]


def test_the_rows_of_a_response_agree_about_it(tmp_path):
    rows = [judgment(), judgment(criterion=2, age="U18"), judgment(criterion=3, response_status="truncated")]
    assert said(read_rows("judgments", tmp_path, rows)) == [
        "table.csv:3:age: differs from an earlier row of the same unique_id, expected one value throughout",
        "table.csv:4:response_status: differs from an earlier row of the same "
        "unique_id + model_id + attempt_index, expected one value throughout",
    ]


def test_a_panel_of_five(tmp_path):
    five = judgment() | {
        "judge_4_met": "False",
        "judge_5_met": "False",
        "judges_voting": "5",
        "panel_verdict": "False",
    }
    result = read_rows("judgments", tmp_path, [five])
    assert said(result) == []
    assert judge_columns(result.frame) == [f"judge_{n}_met" for n in range(1, 6)]
    assert list(result.frame.columns).index("judge_5_met") + 1 == list(result.frame.columns).index(
        "empty_response"
    )


def test_a_judge_column_may_not_be_skipped(tmp_path):
    five = judgment() | {"judge_5_met": "True"}
    assert said(read_rows("judgments", tmp_path, [five])) == [
        "table.csv:1:judge_4_met: the column is missing, expected it in the header"
    ]
