"""Do the clinicians agree?"""

from annotation.management.base import ConcordCommand
from calibration.agreement.report_formats import agreement_json
from calibration.management.words import estimate_words
from calibration.ratings import SLICES
from calibration.ratings.closed_round import round_named
from calibration.stats.resampling.defaults import DEFAULT_DRAWS, DEFAULT_SEED


class Command(ConcordCommand):
    help = "Agreement among the clinicians of a closed round, with task-bootstrap intervals."

    def add_options(self, parser):
        parser.add_argument("round")
        parser.add_argument("--by", choices=SLICES)
        parser.add_argument("--draws", type=int, default=DEFAULT_DRAWS)
        parser.add_argument("--seed", type=int, default=DEFAULT_SEED)

    def run(self, *, round, by, draws, seed, **options):
        return agreement_json(round=round_named(round), by=by, draws=draws, seed=seed)

    def lines(self, result):
        counted = f"{result['n_units']:,} pairs, {result['n_tasks']:,} tasks"
        if "labels" in result:
            counted = f"{result['n_units']:,} long conversations"
        yield f"Round {result['round']}: {counted}, {result['n_raters']} clinicians."
        for name, estimates in {"Overall": result["overall"], **result["by"]}.items():
            yield name
            yield from (
                f"  {label.replace('_', ' '):<20} {estimate_words(e)}" for label, e in estimates.items()
            )
        yield from result["cautions"]
