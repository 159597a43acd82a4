"""Every rule of the tasks table, with the exact line that a person gets."""

import pytest

from annotation.tables.rubric import criteria_counts, criteria_of, slot_columns, slots_of
from annotation.tables.tasks import prompt_counts
from tests.annotation.tables.builders import read_rows, said, task, warned


def test_a_sound_table_reads_without_a_word(tmp_path):
    result = read_rows("tasks", tmp_path, [task("T1"), task("T2", prompts=3, criteria=20)])
    assert said(result) == []
    assert warned(result) == []
    assert prompt_counts(result.frame).tolist() == [1, 3]
    assert criteria_counts(result.frame).tolist() == [6, 20]


WEIGHT = "expected a whole number from 1 to 20"


@pytest.mark.parametrize(
    ("cells", "line"),
    [
        ({"RUBRIC_2_WEIGHT": "0"}, f'2:RUBRIC_2_WEIGHT: "0" is out of range, {WEIGHT}'),
        ({"RUBRIC_2_WEIGHT": "21"}, f'2:RUBRIC_2_WEIGHT: "21" is out of range, {WEIGHT}'),
        ({"RUBRIC_2_WEIGHT": "-9"}, f'2:RUBRIC_2_WEIGHT: "-9" is out of range, {WEIGHT}'),
        ({"RUBRIC_2_WEIGHT": "3.5"}, f'2:RUBRIC_2_WEIGHT: "3.5" is not a whole number, {WEIGHT}'),
        ({"RUBRIC_2_WEIGHT": "7.5"}, f'2:RUBRIC_2_WEIGHT: "7.5" is not a whole number, {WEIGHT}'),
        ({"RUBRIC_2_WEIGHT": " 7"}, f'2:RUBRIC_2_WEIGHT: " 7" is not a whole number, {WEIGHT}'),
        ({"RUBRIC_2_WEIGHT": "007"}, f'2:RUBRIC_2_WEIGHT: "007" is not a whole number, {WEIGHT}'),
        ({"RUBRIC_2_WEIGHT": "None"}, f'2:RUBRIC_2_WEIGHT: "None" is not a whole number, {WEIGHT}'),
        (
            {"RUBRIC_2_WEIGHT": ""},
            "2:RUBRIC_2_WEIGHT: the cell is blank but slot 2 is in use, expected all four of its cells",
        ),
        (
            {"RUBRIC_6": ""},
            "2:RUBRIC_6: the cell is blank but slot 6 is in use, expected all four of its cells",
        ),
        (
            {"RUBRIC_6": "  "},
            "2:RUBRIC_6: the cell is blank but slot 6 is in use, expected all four of its cells",
        ),
        (
            {"RUBRIC_1_DIM": "Identificaton"},
            '2:RUBRIC_1_DIM: "Identificaton" is not an allowed word (nearest: Identification), '
            "expected one of: Identification; Compassionate engagement; De-escalation; "
            "Actionable resources; Disclaimers; Moralization; Harmless response",
        ),
        (
            {"PROMPT_3": "third", "TURNS": "Multi Turn"},
            "2:PROMPT_2: the cell is blank but PROMPT_3 is filled, expected prompts from 1 without gaps",
        ),
        ({"PROMPT_1": " \n"}, "2:PROMPT_1: the cell is blank, expected text"),
        (
            {"PROMPT_2": " ", "TURNS": "Multi Turn"},
            "2:PROMPT_2: the cell holds only blank space, expected a prompt or an empty cell",
        ),
        (
            {"TURNS": "Multi Turn"},
            "2:TURNS: says Multi Turn but there is one prompt, expected Single Turn",
        ),
        (
            {"PROMPT_2": "second"},
            "2:TURNS: says Single Turn but there is more than one prompt, expected Multi Turn",
        ),
        ({"AGE": "None"}, '2:AGE: "None" is not an allowed word, expected one of: U18; O18'),
        ({"AGE": ""}, "2:AGE: the cell is blank, expected one of: U18; O18"),
        ({"UNIQUE_ID": ""}, "2:UNIQUE_ID: the cell is blank, expected text"),
        (
            {"UNIQUE_ID": "T\n1"},
            "2:UNIQUE_ID: the cell holds a line break or control character, expected a name on one line",
        ),
        ({"UNIQUE_ID": "x" * 201}, "2:UNIQUE_ID: the cell holds 201 characters, expected at most 200"),
        (
            {"RUBRIC_2_ID": "T1-C1"},
            "2:RUBRIC_2_ID: the same id as in row 2, RUBRIC_1_ID, "
            "expected each criterion id once in the file",
        ),
    ],
)
def test_a_bad_cell_is_one_line(tmp_path, cells, line):
    assert said(read_rows("tasks", tmp_path, [task(**cells)])) == [f"table.csv:{line}"]


def test_a_gap_between_slots(tmp_path):
    gap = dict.fromkeys(slot_columns(3), "")
    assert said(read_rows("tasks", tmp_path, [task(criteria=8, **gap)])) == [
        "table.csv:2:RUBRIC_4_ID: slot 4 is in use but slot 3 is not, expected slots from 1 without gaps"
    ]


def test_an_id_that_is_there_twice_names_the_earlier_row(tmp_path):
    rows = [task("T1"), task("T2"), task("T1", RUBRIC_1_ID="X1", criteria=1)]
    assert said(read_rows("tasks", tmp_path, rows)) == [
        "table.csv:4:UNIQUE_ID: the same UNIQUE_ID as in row 2, expected each to appear once"
    ]


def test_a_criterion_id_in_two_tasks(tmp_path):
    rows = [task("T1"), task("T2", RUBRIC_5_ID="T1-C6")]
    assert said(read_rows("tasks", tmp_path, rows)) == [
        "table.csv:3:RUBRIC_5_ID: the same id as in row 2, RUBRIC_6_ID, "
        "expected each criterion id once in the file"
    ]


def test_all_problems_are_collected_in_order(tmp_path):
    rows = [task("T1", AGE="u18", RUBRIC_6_WEIGHT="21"), task("T2", TURNS="Multi Turn", RUBRIC_1_WEIGHT="0")]
    places = [line.split(": ")[0] for line in said(read_rows("tasks", tmp_path, rows))]
    assert places == [
        "table.csv:2:AGE",
        "table.csv:2:RUBRIC_6_WEIGHT",
        "table.csv:3:TURNS",
        "table.csv:3:RUBRIC_1_WEIGHT",
    ]


def test_few_criteria_are_a_warning_in_a_draft_and_a_problem_in_a_release(tmp_path):
    message = "2:(row): the task has 5 criteria, expected at least 6 in a release"
    draft = read_rows("tasks", tmp_path, [task(criteria=5)])
    assert (said(draft), warned(draft)) == ([], [message])
    release = read_rows("tasks", tmp_path, [task(criteria=5)], released=True)
    assert (said(release), warned(release)) == ([f"table.csv:{message}"], [])


def test_a_missing_reference_is_a_warning(tmp_path):
    result = read_rows("tasks", tmp_path, [task(IDEAL_RESPONSE_FINAL="")])
    assert said(result) == []
    assert warned(result) == ["2:IDEAL_RESPONSE_FINAL: the cell is blank, expected the reference response"]


def test_none_and_null_and_na_are_words_in_a_prompt(tmp_path):
    rows = [task("T1", PROMPT_1="None"), task("T2", PROMPT_1="NA"), task("007", PROMPT_1="null")]
    frame = read_rows("tasks", tmp_path, rows).frame
    assert frame["PROMPT_1"].tolist() == ["None", "NA", "null"]
    assert frame["UNIQUE_ID"].tolist() == ["T1", "T2", "007"]


def test_whole_slots_and_later_prompts_may_be_absent(tmp_path):
    row = {name: cell for name, cell in task().items() if cell}
    result = read_rows("tasks", tmp_path, [row])
    assert said(result) == []
    assert result.frame["RUBRIC_20_WEIGHT"].isna().all()
    assert result.frame["PROMPT_5"].tolist() == [""]


def test_a_slot_that_lacks_one_of_its_columns(tmp_path):
    row = task()
    del row["RUBRIC_20_DIM"]
    assert said(read_rows("tasks", tmp_path, [row])) == [
        "table.csv:1:RUBRIC_20_DIM: the column is missing, expected it in the header"
    ]


def test_rubrics_go_from_slots_to_rows_and_back(tmp_path):
    tasks = read_rows("tasks", tmp_path, [task("T2", criteria=7), task("T1", criteria=20)]).frame
    criteria = criteria_of(tasks)
    assert criteria["criterion_id"].tolist()[:8] == [*(f"T2-C{n}" for n in range(1, 8)), "T1-C1"]
    assert criteria.index.tolist() == [2] * 7 + [3] * 20
    slots = slots_of(criteria)
    tasks = tasks.set_index("UNIQUE_ID").loc[["T1", "T2"]]
    for name in slots.columns:
        assert slots[name].tolist() == tasks[name].tolist()
        assert slots[name].dtype == tasks[name].dtype
