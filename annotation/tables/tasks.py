"""The tasks table: one row a task, its prompts and its rubric side by side in numbered columns."""

from itertools import pairwise

import pandas as pd

from annotation import vocabulary
from annotation.tables.columns import CHOICE, INT, Column, TableLayout
from annotation.tables.keys import check_once
from annotation.tables.row_column_problems import WHOLE_ROW, Findings
from annotation.tables.rubric import SLOT_NUMBERS, check_slots, criteria_counts, slot_columns

METADATA: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("TURNS", vocabulary.TURNS),
    ("AGE", vocabulary.AGES),
    ("PROMPT_INTENT", vocabulary.INTENTS),
    ("EXPLICIT_TYPE", vocabulary.EXPLICITNESS),
    ("PROGRESSION_STAGE", vocabulary.STAGES),
    ("SUB_CATEGORY", vocabulary.SUBCATEGORIES),
)
PROMPTS: tuple[str, ...] = tuple(f"PROMPT_{n}" for n in range(1, vocabulary.MAX_PROMPTS + 1))


def prompt_counts(tasks: pd.DataFrame) -> pd.Series:
    """How many prompts each task has. tasks: a tasks frame. Indexed like it."""
    return (tasks[list(PROMPTS)] != "").sum(axis=1)


def _columns() -> tuple[Column, ...]:
    slots: list[Column] = []
    for number in SLOT_NUMBERS:
        identity, text, weight, dimension = slot_columns(number)
        slots += [
            Column(identity, longest=200),
            Column(text),
            Column(weight, INT, least=vocabulary.MIN_WEIGHT, most=vocabulary.MAX_WEIGHT),
            Column(dimension, CHOICE, choices=vocabulary.DIMENSIONS),
        ]
    return (
        Column("UNIQUE_ID", filled=True, longest=200, in_address=True),
        *(Column(name, CHOICE, filled=True, choices=words) for name, words in METADATA),
        Column("PROMPT_1", filled=True),
        *(Column(name) for name in PROMPTS[1:]),
        Column("IDEAL_RESPONSE_FINAL"),
        *slots,
    )


def _check(tasks: pd.DataFrame, findings: Findings) -> pd.DataFrame:
    check_once(tasks, ("UNIQUE_ID",), findings)
    _check_prompts(tasks, findings)
    no_reference = tasks.index[tasks["IDEAL_RESPONSE_FINAL"].str.strip() == ""]
    findings.warn_at(
        no_reference, "IDEAL_RESPONSE_FINAL", "the cell is blank, expected the reference response"
    )
    check_slots(tasks, findings)
    return tasks


def _check_prompts(tasks: pd.DataFrame, findings: Findings) -> None:
    filled = tasks[list(PROMPTS)] != ""
    for earlier, later in pairwise(PROMPTS):
        gap = tasks.index[filled[later] & ~filled[earlier]]
        findings.at(
            gap, earlier, f"the cell is blank but {later} is filled, expected prompts from 1 without gaps"
        )
    for name in PROMPTS[1:]:
        blank = tasks.index[filled[name] & (tasks[name].str.strip() == "")]
        findings.at(blank, name, "the cell holds only blank space, expected a prompt or an empty cell")
    several = prompt_counts(tasks) > 1
    single = tasks["TURNS"] == "Single Turn"
    findings.at(
        tasks.index[several & single],
        "TURNS",
        "says Single Turn but there is more than one prompt, expected Multi Turn",
    )
    multi = tasks["TURNS"] == "Multi Turn"
    findings.at(
        tasks.index[~several & multi],
        "TURNS",
        "says Multi Turn but there is one prompt, expected Single Turn",
    )


def _check_release(tasks: pd.DataFrame, findings: Findings, released: bool) -> None:
    """A released task has at least six criteria; a draft may have fewer, with a warning."""
    least = vocabulary.MIN_CRITERIA_RELEASED
    counts = criteria_counts(tasks)
    few = counts[counts < least]
    for row, count in zip(few.index.to_numpy(), few, strict=True):
        message = f"the task has {count} criteria, expected at least {least} in a release"
        (findings.problem if released else findings.warning)(row, WHOLE_ROW, message)


TASKS = TableLayout(
    kind="tasks",
    name="tasks",
    columns=_columns(),
    key=("UNIQUE_ID",),
    check=_check,
    check_release=_check_release,
    absent_together=(*((name,) for name in PROMPTS[1:]), *(slot_columns(number) for number in SLOT_NUMBERS)),
)
