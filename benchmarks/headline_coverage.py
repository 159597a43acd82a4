"""How often the headline interval holds the true value, and the percentiles that stood in its place before.

    python -m benchmarks.headline_coverage [--tasks 15] [--repetitions 2000] [--draws 1000] [--seed 0]

prints rows of the table in docs/coverage-study.md, by default for every number of tasks: units in tasks of 3
to 120 with a long tail, moderate and strong likeness within tasks, half and 95 % of the units met. One to
three minutes a number of tasks, on one core. `coverage_study` writes the table with its words.
"""

import argparse
import re
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from benchmarks.simulated_labels import Labelling, Labels, simulate, true_ac1, true_fleiss, true_kappa
from calibration.stats.agreement.agreement import agreement_summary
from calibration.stats.agreement.ratings import Ratings
from calibration.stats.judges.confusion import confusion, estimate
from calibration.stats.resampling.draws import Draws, task_draws
from calibration.stats.resampling.estimate import Estimate
from calibration.stats.resampling.in_blocks import one_blas_thread
from calibration.stats.scores.model_means_and_ranks import model_means
from calibration.stats.scores.scored_cells import ScoredCells

TASKS = (15, 30, 75, 150)
LIKENESS = {"moderate": 0.10, "strong": 0.30}
PREVALENCES = (0.5, 0.95)
ERROR_RATE, UNIT_SHARE, OWN_SHARE = 0.15, 0.1, 0.1
FEWEST_UNITS, MOST_UNITS, TYPICAL_UNITS, TAIL = 3, 120, 25, 0.9
STATISTICS = ("Fleiss kappa", "AC1", "Cohen kappa of a judge", "mean score")
WANTED = (0.93, 0.96)


@dataclass
class Held:
    """How often the two intervals of one statistic held the truth."""

    percentiles: int = 0
    headline: int = 0

    def look(self, found: Estimate, truth: float) -> None:
        """Count one estimate; one without an interval holds nothing."""
        self.percentiles += _holds(found.percentile_low, found.percentile_high, truth)
        self.headline += _holds(found.low, found.high, truth)


def main() -> None:
    """Print the rows that were asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tasks", type=int, nargs="*", default=TASKS, help="numbers of tasks")
    parser.add_argument("--repetitions", type=int, default=2_000)
    parser.add_argument("--draws", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=0, help="of the first repetition")
    options = parser.parse_args()
    with one_blas_thread():
        for n_tasks in options.tasks:
            for row in rows(n_tasks, options.repetitions, options.draws, options.seed):
                print(row, flush=True)


def headline_part(repetitions: int, n_draws: int) -> Iterator[str]:
    """What the report tells of the headline, a line each, for every number of tasks; seeds from 0."""
    error = 100 * (0.95 * 0.05 / repetitions) ** 0.5
    yield "## The headline interval\n"
    yield paragraph(
        f"{repetitions:,} repetitions (seeds 0 to {repetitions - 1:,}) of {n_draws:,} draws; the standard "
        f"error of a coverage near 95% is {error:.1f} points. Tasks hold {FEWEST_UNITS} to {MOST_UNITS} "
        f"units, a few of them many (log-normal, median {TYPICAL_UNITS}). Likeness is the latent share that "
        f"units of a task have in common, in gold and in errors: {LIKENESS['moderate']:.0%} or "
        f"{LIKENESS['strong']:.0%}. Error rate {ERROR_RATE:.0%}. Each cell: before (percentiles), now "
        "(headline); a star where the headline is outside 93% to 96%. The mean score is that of one model "
        "whose cells are met or not."
    )
    yield f"| tasks | likeness | met | {' | '.join(STATISTICS)} |"
    yield "|---|---|---|---|---|---|---|"
    lines = [row for n_tasks in TASKS for row in rows(n_tasks, repetitions, n_draws, 0)]
    yield from lines
    yield ""
    yield summary_of(lines)


def summary_of(lines: Sequence[str]) -> str:
    """In how many cells of the table each interval covers what is wanted, and the lowest of each."""
    pairs = [share for line in lines for share in re.findall(r"([\d.]+)%, ([\d.]+)%", line)]
    before, now = ([float(pair[side]) for pair in pairs] for side in (0, 1))
    low, high = (100 * end for end in WANTED)
    inside = [sum(low <= share <= high for share in of_one) for of_one in (before, now)]
    verdict = "**met**" if inside[1] == len(pairs) else "**not met**"
    return paragraph(
        f"Goal: the headline covers {low:.0f}% to {high:.0f}% in every cell: {verdict}. It does in "
        f"{inside[1]} of {len(pairs)} cells (lowest {min(now):.1f}%, highest {max(now):.1f}%), where "
        f"percentiles did in {inside[0]} (lowest {min(before):.1f}%)."
    )


def rows(n_tasks: int, repetitions: int, n_draws: int, first_seed: int) -> Iterator[str]:
    """Lines of the table for one number of tasks: coverage before and now, in per cent."""
    for likeness, prevalence in product(LIKENESS, PREVALENCES):
        held = coverage(
            n_tasks, LIKENESS[likeness], prevalence, range(first_seed, first_seed + repetitions), n_draws
        )
        cells = " | ".join(_cell(held[name], repetitions) for name in STATISTICS)
        yield f"| {n_tasks} | {likeness} | {prevalence:.0%} | {cells} |"


def coverage(n_tasks: int, likeness: float, prevalence: float, seeds: range, n_draws: int) -> dict[str, Held]:
    """By statistic, over one simulated round a seed. likeness: latent share common to units of a task."""
    labelling = Labelling(
        (ERROR_RATE,) * 3, UNIT_SHARE, likeness, OWN_SHARE, prevalence=prevalence, prevalence_task=likeness
    )
    truths = (
        true_fleiss(labelling),
        true_ac1(labelling),
        float(true_kappa(ERROR_RATE, prevalence)),
        prevalence,
    )
    held = {name: Held() for name in STATISTICS}
    for seed in seeds:
        stream = np.random.RandomState(seed)
        labels = simulate(labelling, n_tasks, stream, skewed_sizes(n_tasks, stream))
        found = _estimates(labels, task_draws(n_tasks, n_draws, seed))
        for name, truth, estimated in zip(STATISTICS, truths, found, strict=True):
            held[name].look(estimated, truth)
    return held


def skewed_sizes(n_tasks: int, stream: np.random.RandomState) -> NDArray[np.int64]:
    """Units of each task: log-normal, a few tasks with most of them, cut at 3 and 120."""
    sizes = TYPICAL_UNITS * np.exp(TAIL * stream.standard_normal(n_tasks))
    return np.clip(np.rint(sizes), FEWEST_UNITS, MOST_UNITS).astype(np.int64)


def _estimates(labels: Labels, draws: Draws) -> tuple[Estimate, ...]:
    """One for each of STATISTICS, by the code that the pages use."""
    tasks = labels.tasks
    agreed = agreement_summary(Ratings.of(labels.values, tasks), draws, ["fleiss_kappa", "gwet_ac1"])
    judged = confusion(labels.values[:, 0], labels.gold, tasks, draws.n_tasks)
    starts = np.searchsorted(tasks, np.arange(draws.n_tasks))
    cells = ScoredCells.of(
        tasks,
        np.zeros(len(tasks), dtype=np.int64),
        labels.gold.astype(float),
        np.ones(len(tasks), dtype=bool),
        attempts=np.arange(len(tasks)) - starts[tasks],
    )
    (mean,) = model_means(cells, draws)
    return agreed["fleiss_kappa"], agreed["gwet_ac1"], estimate("kappa", judged, draws), mean


def paragraph(text: str) -> str:
    """Words of the report, filled."""
    return textwrap.fill(text, 116, break_on_hyphens=False) + "\n"


def _holds(low: float | None, high: float | None, truth: float) -> bool:
    return low is not None and high is not None and low <= truth <= high


def _cell(held: Held, repetitions: int) -> str:
    before, now = held.percentiles / repetitions, held.headline / repetitions
    mark = "" if WANTED[0] <= now <= WANTED[1] else " *"
    return f"{before:.1%}, {now:.1%}{mark}"


if __name__ == "__main__":
    main()
