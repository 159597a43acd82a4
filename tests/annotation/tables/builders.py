"""Sound tables to spoil, written by Python's csv module so that the reader meets another writer than ours."""

import csv
from pathlib import Path

from annotation.tables.files.reading import TableResult, read_table
from annotation.tables.kinds import LAYOUTS

Row = dict[str, str]


def task(uid: str = "T1", prompts: int = 1, criteria: int = 6, **cells: str) -> Row:
    """One row of the tasks table with all its columns."""
    row = dict.fromkeys((column.name for column in LAYOUTS["tasks"].columns), "")
    row |= {
        "UNIQUE_ID": uid,
        "TURNS": "Single Turn" if prompts == 1 else "Multi Turn",
        "AGE": "O18",
        "PROMPT_INTENT": "Borderline",
        "EXPLICIT_TYPE": "Implicit",
        "PROGRESSION_STAGE": "Ideation",
        "SUB_CATEGORY": "Grief & Loss",
        "IDEAL_RESPONSE_FINAL": "A steady, kind reply.",
    }
    for n in range(1, prompts + 1):
        row[f"PROMPT_{n}"] = f"Prompt {n} of {uid}"
    for n in range(1, criteria + 1):
        row[f"RUBRIC_{n}_ID"] = f"{uid}-C{n}"
        row[f"RUBRIC_{n}"] = f"Criterion {n} of {uid}"
        row[f"RUBRIC_{n}_WEIGHT"] = str(n)
        row[f"RUBRIC_{n}_DIM"] = "Identification" if n % 2 else "Actionable resources"
    return row | cells


def response(uid: str = "T1", model: str = "acme/m1", attempt: str = "1", **cells: str) -> Row:
    row = {"unique_id": uid, "model_id": model, "attempt_index": attempt}
    return row | {"response": "I am glad you wrote.", "response_status": "ok"} | cells


def label(
    uid: str = "T1", criterion: int = 1, model: str = "acme/m1", attempt: str = "1", **cells: str
) -> Row:
    row = {
        "unique_id": uid,
        "model_id": model,
        "attempt_index": attempt,
        "criterion_id": f"{uid}-C{criterion}",
        "criterion_title": f"Criterion {criterion} of {uid}",
        "rubric_dimension": "Identification" if criterion % 2 else "Actionable resources",
        "weight": str(criterion),
        "met": "True",
        "rater_1_met": "True",
        "rater_2_met": "True",
        "rater_3_met": "False",
    }
    return row | cells


def vote(judge: str = "acme/judge-1", criterion: int = 1, uid: str = "T1", **cells: str) -> Row:
    row = {
        "unique_id": uid,
        "model_id": "acme/m1",
        "attempt_index": "1",
        "criterion_id": f"{uid}-C{criterion}",
    }
    return row | {"judge": judge, "met": "True"} | cells


def judgment(
    uid: str = "T1", criterion: int = 1, model: str = "acme/m1", attempt: str = "1", **cells: str
) -> Row:
    row = {
        key: cell
        for key, cell in label(uid, criterion, model, attempt).items()
        if not key.startswith("rater")
    }
    del row["met"]
    row |= {
        "judges_voting": "3",
        "votes_met": "2",
        "panel_verdict": "True",
        "judge_1_met": "True",
        "judge_2_met": "True",
        "judge_3_met": "False",
        "empty_response": "False",
        "response_status": "ok",
        "question_type": "Single Turn",
        "age": "O18",
        "prompt_intent": "Borderline",
        "explicit_type": "Implicit",
        "progression_stage": "Ideation",
        "sub_category": "Grief & Loss",
    }
    return row | cells


def write_rows(path: Path, rows: list[Row], quoting: int = csv.QUOTE_MINIMAL) -> Path:
    with path.open("w", encoding="utf-8", newline="") as out:
        writer = csv.DictWriter(out, fieldnames=list(rows[0]), lineterminator="\n", quoting=quoting)
        writer.writeheader()
        writer.writerows(rows)
    return path


def read_rows(kind: str, tmp_path: Path, rows: list[Row], **options: object) -> TableResult:
    return read_table(kind, write_rows(tmp_path / "table.csv", rows), **options)


def said(result: TableResult) -> list[str]:
    """The problems as lines, without the folder of the file."""
    return [
        f"{Path(problem.file).name}:{problem.row}:{problem.column}: {problem.message}"
        for problem in result.problems
    ]


def warned(result: TableResult) -> list[str]:
    return [f"{problem.row}:{problem.column}: {problem.message}" for problem in result.warnings]
