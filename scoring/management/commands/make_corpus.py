"""Write a synthetic corpus with known truth."""

from pathlib import Path

from annotation.base.errors import BadInputError
from annotation.management.base import ConcordCommand
from scoring.synthetic.truth import CorpusPlan

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
        from scoring.synthetic.files import write_corpus

        try:
            rows = write_corpus(plan, folder, format)
        except OSError as problem:
            raise BadInputError(
                f"{folder}: cannot be written ({problem.strerror}). Choose another folder."
            ) from problem
        return {"folder": str(folder), "rows": rows}

    def lines(self, result):
        yield f"Written to {result['folder']}:"
        yield from (f"  {name}: {rows:,} rows" for name, rows in result["rows"].items())
