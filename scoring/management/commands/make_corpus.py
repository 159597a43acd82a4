"""Write a synthetic corpus with known truth."""

import json
from pathlib import Path

import numpy as np

from annotation.base.errors import BadInputError
from annotation.management.base import ConcordCommand
from annotation.tables import write_table
from scoring.synthetic.frames import calibration_frames, judgments_frame, responses_frame, tasks_frame
from scoring.synthetic.truth import CorpusPlan, make_truth
from scoring.synthetic.voters import make_judges

SIZES = ("tasks", "models", "attempts", "judges", "calibration_tasks", "calibration_models")


class Command(ConcordCommand):
    help = (
        "Write a synthetic corpus with known truth into a folder, as tables that import_table reads: tasks, "
        "responses, labels, votes, judgments and truth.json. Public tasks have odd numbers."
    )

    def add_options(self, parser):
        parser.add_argument("folder", type=Path)
        defaults = CorpusPlan()
        for name in SIZES:
            default = getattr(defaults, name)
            option = f"--{name.replace('_', '-')}"
            parser.add_argument(option, type=int, default=default, help=f"default {default}")
        parser.add_argument("--seed", type=int, default=defaults.seed)
        parser.add_argument("--format", choices=("csv", "parquet"), default="csv")

    def run(self, *, folder: Path, format: str, **options):
        plan = CorpusPlan(seed=options["seed"], **{name: options[name] for name in SIZES})
        if problems := plan.problems():
            raise BadInputError(problems)
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
        try:
            folder.mkdir(parents=True, exist_ok=True)
            for name, (kind, frame) in tables.items():
                suffix = "jsonl" if kind == "responses" else format
                write_table(kind, frame.reset_index(drop=True), folder / f"{name}.{suffix}")
            judges = make_judges(plan)
            facts = {
                "panel": [judge.judge_id for judge in judges[:3]],
                "judge_error_rates": {judge.judge_id: judge.error_rate for judge in judges},
                "model_means": truth.model_means(),
            }
            (folder / "truth.json").write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")
        except OSError as problem:
            raise BadInputError(
                f"{folder}: cannot be written ({problem.strerror}). Choose another folder."
            ) from problem
        return {"folder": str(folder), "rows": {name: len(frame) for name, (_, frame) in tables.items()}}

    def lines(self, result):
        yield f"Written to {result['folder']}:"
        yield from (f"  {name}: {rows:,} rows" for name, rows in result["rows"].items())
