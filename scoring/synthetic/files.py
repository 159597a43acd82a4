"""A synthetic corpus as files that import_table reads, beside a file that says what is true in it."""

import json
from pathlib import Path
from typing import Any

import numpy as np

from annotation.tables.files.writing import write_table
from scoring.synthetic.frames import calibration_frames, judgments_frame, responses_frame, tasks_frame
from scoring.synthetic.truth import CorpusPlan, make_truth
from scoring.synthetic.voters import make_judges


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
