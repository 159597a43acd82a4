"""Small tables for tests, written with Python's own csv module so that Concord's writer has a second
opinion.
"""

import csv
from pathlib import Path
from typing import Any

from annotation import vocabulary

# Everything a careless reader loses: words that look like missing values, zeros in front, quotes, line
# breaks, signs of other scripts, blank space at the ends, cells that a spreadsheet would run.
NASTY = (
    "None",
    "NA",
    "null",
    "nan",
    "007",
    "1.0",
    "True",
    'She said "stay", and stayed',
    "one line\nanother\r\nand a third",
    "אני כאן, איתך",
    "🙂👩👧 e\u0301",
    "  space at both ends  ",
    "=1+1",
    "-",
    "@name\ttab",
    ";semi;colons'",
)
SLOT = ("RUBRIC_{}_ID", "RUBRIC_{}", "RUBRIC_{}_WEIGHT", "RUBRIC_{}_DIM")
SLOTS = [name.format(n) for n in range(1, 21) for name in SLOT]
TASK_COLUMNS = [
    "UNIQUE_ID",
    "TURNS",
    "AGE",
    "PROMPT_INTENT",
    "EXPLICIT_TYPE",
    "PROGRESSION_STAGE",
    "SUB_CATEGORY",
    *(f"PROMPT_{n}" for n in range(1, 6)),
    "IDEAL_RESPONSE_FINAL",
    *SLOTS,
]

LABEL_COLUMNS = (
    "unique_id",
    "model_id",
    "attempt_index",
    "criterion_id",
    "criterion_title",
    "rubric_dimension",
    "weight",
    "met",
    "rater_1_met",
    "rater_2_met",
    "rater_3_met",
)


def task_row(uid: str, criteria: int = 6, prompts: int = 1, **cells: Any) -> dict[str, Any]:
    """A sound row of the tasks table. Criterion n of task T is `T-n`, with weight n and dimensions in
    turn.
    """
    row = {
        "UNIQUE_ID": uid,
        "TURNS": "Multi Turn" if prompts > 1 else "Single Turn",
        "AGE": "O18",
        "PROMPT_INTENT": "Borderline",
        "EXPLICIT_TYPE": "Implicit",
        "PROGRESSION_STAGE": "Ideation",
        "SUB_CATEGORY": "Grief & Loss",
        "IDEAL_RESPONSE_FINAL": f"A kind answer to {uid}.",
    }
    row |= {f"PROMPT_{n}": f"Turn {n} of {uid}." for n in range(1, prompts + 1)}
    for n in range(1, criteria + 1):
        dimension = vocabulary.DIMENSIONS[(n - 1) % len(vocabulary.DIMENSIONS)]
        row |= slot(n, f"{uid}-{n}", f"Criterion {n} of {uid}.", n, dimension)
    return row | cells


def slot(n: int, name: str, text: str, weight: int, dimension: str) -> dict[str, Any]:
    """The four cells of rubric slot n."""
    return dict(zip((part.format(n) for part in SLOT), (name, text, weight, dimension), strict=True))


def write_rows(path: Path, rows: list[dict[str, Any]], columns: list[str] | None = None) -> Path:
    """Write the rows as CSV in the order of `columns`, by default of the first row's keys."""
    with path.open("w", encoding="utf-8", newline="") as out:
        writer = csv.DictWriter(out, columns or list(rows[0]), restval="", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    return path


def write_tasks(path: Path, rows: list[dict[str, Any]]) -> Path:
    """Write a tasks table with all its columns."""
    return write_rows(path, rows, TASK_COLUMNS)


def response_row(uid: str, model: str = "maker/model", attempt: int = 1, **cells: Any) -> dict[str, Any]:
    """A sound row of the responses table, with the final turn alone."""
    row = {"unique_id": uid, "model_id": model, "attempt_index": attempt}
    return row | {"response": f"{model} answers {uid}, attempt {attempt}.", "response_status": "ok"} | cells


def label_row(uid: str, n: int, *ratings: str, model: str = "maker/model", **cells: Any) -> dict[str, Any]:
    """A sound row of the labels table about criterion n of `task_row(uid)`; ratings are "1", "0" or ""."""
    met, not_met = ratings.count("1"), ratings.count("0")
    row = {"unique_id": uid, "model_id": model, "attempt_index": 1, "criterion_id": f"{uid}-{n}"}
    row |= {"criterion_title": f"Criterion {n} of {uid}.", "weight": n}
    row |= {"rubric_dimension": vocabulary.DIMENSIONS[(n - 1) % len(vocabulary.DIMENSIONS)]}
    row |= {"met": "" if met == not_met else str(met > not_met)}
    words = {"1": "True", "0": "False", "": ""}
    row |= {f"rater_{slot}_met": words[rating] for slot, rating in enumerate(ratings, start=1)}
    return {name: row[name] for name in LABEL_COLUMNS if name in row} | cells


def vote_row(
    uid: str, n: int, judge: str, met: str, model: str = "maker/model", **cells: Any
) -> dict[str, Any]:
    """A sound row of the votes table; met is "1", "0" or "" (no vote)."""
    row = {
        "unique_id": uid,
        "model_id": model,
        "attempt_index": 1,
        "criterion_id": f"{uid}-{n}",
        "judge": judge,
    }
    return row | {"met": {"1": "True", "0": "False", "": ""}[met]} | cells


def judgment_row(
    uid: str,
    n: int,
    votes: str,
    model: str = "maker/model",
    attempt: int = 1,
    empty: bool = False,
    **cells: Any,
) -> dict[str, Any]:
    """A sound row of the judgments table about `task_row(uid)`; votes has "1", "0" or "-" a judge."""
    met, voting = votes.count("1"), len(votes) - votes.count("-")
    verdict = "False" if empty else str(2 * met > voting) if voting else ""
    row = {name: value for name, value in label_row(uid, n, model=model).items() if name != "met"}
    row |= {"attempt_index": attempt, "judges_voting": voting, "votes_met": met, "panel_verdict": verdict}
    words = {"1": "True", "0": "False", "-": ""}
    row |= {f"judge_{seat}_met": words[vote] for seat, vote in enumerate(votes, start=1)}
    row |= {"empty_response": str(empty), "response_status": "empty" if empty else "ok"}
    task = task_row(uid)
    names = ("TURNS", "AGE", "PROMPT_INTENT", "EXPLICIT_TYPE", "PROGRESSION_STAGE", "SUB_CATEGORY")
    published = (
        "question_type",
        "age",
        "prompt_intent",
        "explicit_type",
        "progression_stage",
        "sub_category",
    )
    return row | {theirs: task[ours] for theirs, ours in zip(published, names, strict=True)} | cells


def judgment_rows(uid: str, *votes: str, **options: Any) -> list[dict[str, Any]]:
    """Rows for criteria 1, 2, ... of a task, one for each of `votes`."""
    return [judgment_row(uid, n, text, **options) for n, text in enumerate(votes, start=1)]
