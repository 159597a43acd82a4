"""A synthetic corpus as the published tables, and as files that import_table reads, beside a file that says
what is true in it.
"""

import json
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from annotation import vocabulary
from annotation.tables.files.jsonl import turns_text
from annotation.tables.files.writing import write_table
from scoring.synthetic.truth import CorpusPlan, Truth, make_truth
from scoring.synthetic.voters import clinician_labels, judge_votes, make_judges

QUESTION_COLUMNS = {
    "question_type": "TURNS",
    "age": "AGE",
    "prompt_intent": "PROMPT_INTENT",
    "explicit_type": "EXPLICIT_TYPE",
    "progression_stage": "PROGRESSION_STAGE",
    "sub_category": "SUB_CATEGORY",
}
MET = pd.array([pd.NA, False, True], dtype="boolean")  # indexed by vote + 1


def write_corpus(plan: CorpusPlan, folder: Path, suffix: str) -> dict[str, int]:
    """Write every table and truth.json into `folder`, and return how many rows each has, by its name.

    suffix: csv or parquet; responses are JSON Lines. Raises OSError where nothing can be written.
    """
    truth = make_truth(plan)
    chance = np.random.RandomState(plan.seed ^ 1)
    tasks = tasks_frame(truth)
    labels, votes = calibration_frames(truth, chance)
    tables = {
        "public_tasks": ("tasks", tasks[truth.is_public]),
        "private_tasks": ("tasks", tasks[~truth.is_public]),
        "responses": ("responses", responses_frame(truth)),
        "labels": ("labels", labels),
        "votes": ("votes", votes),
        "judgments": ("judgments", judgments_frame(truth, [0, 1, 2], chance)),
    }
    folder.mkdir(parents=True, exist_ok=True)
    for name, (kind, frame) in tables.items():
        file = folder / f"{name}.{'jsonl' if kind == 'responses' else suffix}"
        write_table(kind, frame.reset_index(drop=True), file)
    facts = json.dumps(_facts(plan, truth.model_means()), indent=1)
    (folder / "truth.json").write_text(facts + "\n", encoding="utf-8")
    return {name: len(frame) for name, (_, frame) in tables.items()}


def _facts(plan: CorpusPlan, model_means: dict[str, float]) -> dict[str, Any]:
    judges = make_judges(plan)
    return {
        "panel": [judge.judge_id for judge in judges[:3]],
        "judge_error_rates": {judge.judge_id: judge.error_rate for judge in judges},
        "model_means": model_means,
    }


def tasks_frame(truth: Truth) -> pd.DataFrame:
    """Every task, public and private, with its rubric."""
    rows = []
    for number, (name, words) in enumerate(zip(truth.task_names, truth.metadata, strict=True)):
        row: dict[str, object] = {"UNIQUE_ID": name, **words}
        for position in range(1, vocabulary.MAX_PROMPTS + 1):
            known = position <= truth.n_prompts[number]
            row[f"PROMPT_{position}"] = f"Synthetic user turn {position} of {name}." if known else pd.NA
        row["IDEAL_RESPONSE_FINAL"] = f"Synthetic reference response to {name}."
        criteria = np.flatnonzero(truth.criterion_task == number)
        for slot in range(1, vocabulary.MAX_CRITERIA + 1):
            used = slot <= len(criteria)
            criterion = int(criteria[slot - 1]) if used else -1
            row[f"RUBRIC_{slot}_ID"] = truth.criterion_names[criterion] if used else pd.NA
            row[f"RUBRIC_{slot}"] = _title(truth, criterion) if used else pd.NA
            row[f"RUBRIC_{slot}_WEIGHT"] = int(truth.weights[criterion]) if used else pd.NA
            row[f"RUBRIC_{slot}_DIM"] = vocabulary.DIMENSIONS[truth.dimensions[criterion]] if used else pd.NA
        rows.append(row)
    frame = pd.DataFrame(rows)
    weights = [f"RUBRIC_{slot}_WEIGHT" for slot in range(1, vocabulary.MAX_CRITERIA + 1)]
    return frame.astype({name: "Int64" if name in weights else "string" for name in frame.columns})


def responses_frame(truth: Truth) -> pd.DataFrame:
    """Every model's attempts at the public tasks; an empty reply ends with a blank turn."""
    rows = []
    for task in np.flatnonzero(truth.is_public):
        for model, attempt in product(range(truth.plan.models), range(truth.plan.attempts)):
            name = f"{truth.task_names[task]} by {truth.model_names[model]}, attempt {attempt + 1}"
            turns = [f"Synthetic reply {turn} to {name}." for turn in range(1, truth.n_prompts[task] + 1)]
            empty = bool(truth.empty[task, model, attempt])
            rows.append(
                {
                    "unique_id": truth.task_names[task],
                    "model_id": truth.model_names[model],
                    "attempt_index": attempt + 1,
                    "assistant_turns": turns_text([*turns[:-1], ""] if empty else turns),
                    "response_status": "empty" if empty else "ok",
                }
            )
    return pd.DataFrame(rows)


def calibration_frames(truth: Truth, chance: np.random.RandomState) -> tuple[pd.DataFrame, pd.DataFrame]:
    """(clinician_labels, candidate_votes) on the first attempts of a few models at the first public tasks.

    Empty replies are left out, as a draw of the calibration set leaves them out.
    """
    plan = truth.plan
    tasks = np.flatnonzero(truth.is_public)[: plan.calibration_tasks]
    models = np.unique(np.linspace(0, plan.models - 1, min(plan.calibration_models, plan.models)).astype(int))
    keep = np.isin(truth.criterion_task, tasks)
    criterion, model = (part.ravel() for part in np.meshgrid(np.flatnonzero(keep), models, indexing="ij"))
    seen = ~truth.empty[truth.criterion_task[criterion], model, 0]
    order = np.lexsort((criterion, model, truth.criterion_task[criterion]))
    criterion, model = criterion[order][seen[order]], model[order][seen[order]]
    met = truth.met[criterion, model, 0]
    keys = _keys(truth, criterion, model, np.zeros(len(criterion), dtype=int))
    ratings = clinician_labels(met, plan, chance)
    labels = keys.assign(
        **_criterion_columns(truth, criterion),
        met=MET[(ratings.sum(axis=1) >= 2).astype(int) + 1],
        **{f"rater_{slot + 1}_met": MET[ratings[:, slot] + 1] for slot in range(3)},
    )
    return labels, _votes_long(keys, met, truth, chance)


def _votes_long(
    keys: pd.DataFrame, met: np.ndarray, truth: Truth, chance: np.random.RandomState
) -> pd.DataFrame:
    judges = make_judges(truth.plan)
    votes = judge_votes(met, judges, truth.plan, chance)
    parts = [
        keys.assign(
            judge=judge.judge_id,
            met=MET[votes[:, column] + 1],
            no_vote_reason=pd.array(np.where(votes[:, column] < 0, "parse_failure", None), dtype="string"),
            cost_usd=str(judge.cost_usd),
        )
        for column, judge in enumerate(judges)
    ]
    votes = pd.concat(parts).rename_axis("unit").sort_values(["unit", "judge"], kind="stable")
    return votes.reset_index(drop=True)


def judgments_frame(truth: Truth, judges: list[int], chance: np.random.RandomState) -> pd.DataFrame:
    """Every public cell judged by the panel of these three judges (their numbers in `make_judges`)."""
    plan = truth.plan
    public = np.flatnonzero(truth.is_public[truth.criterion_task])
    criterion, model, attempt = (
        part.ravel()
        for part in np.meshgrid(public, np.arange(plan.models), np.arange(plan.attempts), indexing="ij")
    )
    order = np.lexsort((criterion, attempt, model, truth.criterion_task[criterion]))
    criterion, model, attempt = criterion[order], model[order], attempt[order]
    panel = [make_judges(plan)[number] for number in judges]
    votes = judge_votes(truth.met[criterion, model, attempt], panel, plan, chance)
    empty = truth.empty[truth.criterion_task[criterion], model, attempt]
    voting, votes_met = (votes >= 0).sum(axis=1), (votes == 1).sum(axis=1)
    verdict = np.where(empty, 0, np.where(voting == 0, -1, (2 * votes_met > voting).astype(int)))
    question = pd.DataFrame(truth.metadata).iloc[truth.criterion_task[criterion]].reset_index(drop=True)
    return _keys(truth, criterion, model, attempt).assign(
        **_criterion_columns(truth, criterion),
        judges_voting=voting,
        votes_met=votes_met,
        panel_verdict=MET[verdict + 1],
        **{f"judge_{seat + 1}_met": MET[votes[:, seat] + 1] for seat in range(len(panel))},
        empty_response=empty,
        response_status=np.where(empty, "empty", "ok"),
        **{ours: question[theirs] for ours, theirs in QUESTION_COLUMNS.items()},
    )


def _keys(truth: Truth, criterion: np.ndarray, model: np.ndarray, attempt: np.ndarray) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "unique_id": np.array(truth.task_names)[truth.criterion_task[criterion]],
            "model_id": np.array(truth.model_names)[model],
            "attempt_index": attempt + 1,
            "criterion_id": np.array(truth.criterion_names)[criterion],
        }
    )


def _criterion_columns(truth: Truth, criterion: np.ndarray) -> dict[str, np.ndarray]:
    titles = np.array([_title(truth, number) for number in range(len(truth.criterion_task))])
    return {
        "criterion_title": titles[criterion],
        "rubric_dimension": np.array(vocabulary.DIMENSIONS)[truth.dimensions[criterion]],
        "weight": truth.weights[criterion],
    }


def _title(truth: Truth, criterion: int) -> str:
    return f"Synthetic criterion {truth.criterion_names[criterion]} is met."
