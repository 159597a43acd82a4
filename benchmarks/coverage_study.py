"""Do the intervals cover, and does the corrected kappa of the winner say the truth?

    python -m benchmarks.coverage_study [--quick] [--out FILE]

simulates labels of which the truth is known and writes the tables to docs/coverage-study.md. --quick takes a
tenth of the repetitions (about a minute) and writes nothing unless --out names a file.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

from benchmarks.headline_coverage import headline_part, paragraph
from benchmarks.interval_coverage import CASES, ERROR_RATE, METHODS, Coverage, coverage
from benchmarks.winner_fields import FIELDS, JUDGES, SIZE
from benchmarks.winner_optimism import CHOICES, FIRST_SEED, Optimism, winner_optimism
from calibration.stats.resampling.in_blocks import one_blas_thread

REPORT = Path(__file__).parents[1] / "docs" / "coverage-study.md"
COVERAGE_REPETITIONS, COVERAGE_DRAWS, HEADLINE_DRAWS = 2_000, 2_000, 1_000
WINNER_REPETITIONS, WINNER_DRAWS = 500, 500
WINNER_TASKS = (150, 75, 30, 15)
PROMISED_COVERAGE = (0.93, 0.96)
PROMISED_BIAS, PROMISED_FROM = 0.005, 75


def main() -> None:
    """Run the study and write or print its report."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="a tenth of the repetitions")
    parser.add_argument("--out", type=Path, help="where to write the report")
    options = parser.parse_args()
    share = 10 if options.quick else 1
    with one_blas_thread():
        report = "\n".join(_report(COVERAGE_REPETITIONS // share, WINNER_REPETITIONS // share))
    print(report)
    target = options.out or (None if options.quick else REPORT)
    if target:
        target.write_text(report)


def _report(coverage_repetitions: int, winner_repetitions: int) -> Iterator[str]:
    rows = [row for case in CASES for row in coverage(case, coverage_repetitions, COVERAGE_DRAWS)]
    winners = [
        row
        for n_tasks in WINNER_TASKS
        for field in FIELDS
        for row in winner_optimism(field, n_tasks, winner_repetitions, WINNER_DRAWS)
    ]
    yield from _head()
    yield from _coverage_part(rows, coverage_repetitions)
    yield from headline_part(coverage_repetitions, HEADLINE_DRAWS)
    yield from winner_part(winners, winner_repetitions)


def _head() -> Iterator[str]:
    yield "# Coverage study: do the intervals hold, and is the winner's kappa honest?\n"
    yield paragraph(
        "Written by `python -m benchmarks.coverage_study`. Labels are simulated with a known truth "
        "(`benchmarks/simulated_labels.py`): units lie in tasks of 24 to 52, errors have a part shared by "
        "all raters on a unit, a part shared within a task and a part of each rater within a task. "
        "Statistics and intervals are those of `calibration/stats`, the same code that the pages use."
    )


def _coverage_part(rows: list[Coverage], repetitions: int) -> Iterator[str]:
    error = 100 * (0.95 * 0.05 / repetitions) ** 0.5
    yield "## 95 % intervals\n"
    yield paragraph(
        f"{repetitions:,} repetitions of {COVERAGE_DRAWS:,} draws, error rate {ERROR_RATE:.0%}, prevalence "
        f"60%. The standard error of a coverage near 95% is {error:.1f} points. ICC is the intraclass "
        "correlation of one rater's errors within tasks. The unit bootstrap is the naive one: it draws "
        "units and ignores tasks."
    )
    yield f"| tasks | statistic | truth | ICC | {' | '.join(METHODS)} |"
    yield "|---|---|---|---|---|---|---|"
    for row in rows:
        shares = " | ".join(f"{share:.1%}" for share in row.shares)
        yield f"| {row.case.name} | {row.statistic} | {row.truth:.3f} | {row.icc:.2f} | {shares} |"
    low, high = PROMISED_COVERAGE
    ours = [row.shares[0] for row in rows if row.case == CASES[0]]
    naive = ", ".join(f"{row.shares[2]:.1%}" for row in rows if row.case == CASES[0])
    verdict = _verdict(all(low <= share <= high for share in ours))
    yield ""
    yield paragraph(
        f"Promise: at {CASES[0].name}, task-cluster intervals cover {low:.0%} to {high:.0%}: {verdict} "
        f"({', '.join(f'{share:.1%}' for share in ours)}), where the naive ones cover about 60% ({naive}). "
        "With fewer tasks the bootstrap interval becomes too narrow: results from fewer than 30 tasks carry "
        "a warning. The task bootstrap of this table is that of percentiles, which tables publish; the next "
        "one is about the interval that pages show."
    )


def winner_part(winners: list[Optimism], repetitions: int) -> Iterator[str]:
    """What the report tells of the best of 455 panels, a line each, for all fields and numbers of tasks."""
    yield "## The best of 455 panels\n"
    yield paragraph(
        f"{repetitions:,} repetitions, {JUDGES} judges, panels of {SIZE}, {WINNER_DRAWS:,} draws, seeds from "
        f"{FIRST_SEED:,}. Estimators were chosen and the width of the interval was set on other fields and "
        "seeds (`DEVELOPED` in `benchmarks/winner_fields.py`)."
    )
    yield paragraph(
        "A bias is the reported kappa of the chosen panel minus its true one (exact, by quadrature), in "
        "thousandths, with its standard error. Naive is what the panel's own row says; optimism-corrected is "
        "what used to be reported. RMSE is the root mean square error, in thousandths. Covers is that "
        "of the interval of the corrected kappa, and of the naive one, which pages do not show. "
        "Lost is how far the true kappa of the chosen panel lies below that of the truly best one."
    )
    for choice in CHOICES:
        yield f"### The panel that is {choice}\n"
        yield from _table_of(winners, choice)
        yield ""
    yield _promise_of_correction(winners)
    yield _promise_of_interval(winners)
    yield _promise_of_error(winners)


def _table_of(winners: list[Optimism], choice: str) -> Iterator[str]:
    yield (
        "| tasks | judges | error rates | naive | optimism-corrected | out-of-bag | leave-tasks-out "
        "| **corrected** | RMSE: optimism, corrected | covers: naive, corrected | lost |"
    )
    yield "|---|---|---|---|---|---|---|---|---|---|---|"
    for row in winners:
        if row.choice != choice:
            continue
        names = ("apparent", "optimism", "out-of-bag", "leave-tasks-out", "corrected")
        biases = " | ".join(
            f"{1e3 * row.biases[name].mean:+.1f} ({1e3 * row.biases[name].error:.1f})" for name in names
        )
        old, new = (1e3 * row.biases[name].root_mean_square for name in ("optimism", "corrected"))
        covers = f"{row.naive:.0%}, {row.corrected:.1%}"
        yield (
            f"| {row.n_tasks} | {row.field.name} | {row.field.rates} | {biases} "
            f"| {old:.1f}, {new:.1f} | {covers} | {row.lost:.3f} |"
        )


def _promise_of_correction(winners: list[Optimism]) -> str:
    bound = [row for row in winners if row.n_tasks >= PROMISED_FROM]
    worst = max(bound, key=lambda row: abs(row.biases["corrected"].mean))
    fewer = max(
        (row for row in winners if row not in bound), key=lambda row: abs(row.biases["corrected"].mean)
    )
    bias = worst.biases["corrected"].mean
    verdict = _verdict(abs(bias) <= PROMISED_BIAS)
    return paragraph(
        f"Promise: from {PROMISED_FROM} tasks on the corrected kappa is unbiased within {PROMISED_BIAS} in "
        f"every field, for both choices: {verdict} (at most {bias:+.4f}: {worst.field.name}, {worst.n_tasks} "
        f"tasks, {worst.choice}). With fewer tasks nothing is promised: up to "
        f"{fewer.biases['corrected'].mean:+.4f} ({fewer.field.name}, {fewer.n_tasks} tasks, {fewer.choice})."
    )


def _promise_of_interval(winners: list[Optimism]) -> str:
    low, high = PROMISED_COVERAGE
    shares = [row.corrected for row in winners if row.n_tasks >= PROMISED_FROM]
    inside = sum(low <= share <= high for share in shares)
    return paragraph(
        f"The interval of the corrected kappa covers {min(shares):.1%} to {max(shares):.1%} from "
        f"{PROMISED_FROM} tasks on, within {low:.0%} to {high:.0%} in {inside} of {len(shares)} rows. Where "
        "judges are alike it covers more, as it is made wide enough for a panel that stands out."
    )


def _promise_of_error(winners: list[Optimism]) -> str:
    larger = [row for row in winners if _root(row, "corrected") > _root(row, "optimism")]
    if not larger:
        return paragraph("RMSE no larger than of the optimism-corrected kappa in any row: **met**.")
    worst = max(larger, key=lambda row: _root(row, "corrected") - _root(row, "optimism"))
    roots = [f"{1e3 * _root(worst, name):.1f}" for name in ("optimism", "corrected")]
    return paragraph(
        f"RMSE no larger than of the optimism-corrected kappa: **not met** in {len(larger)} of "
        f"{len(winners)} rows, at most {' to '.join(roots)} thousandths ({worst.field.name}, "
        f"{worst.n_tasks} tasks, {worst.choice})."
    )


def _root(row: Optimism, estimator: str) -> float:
    return row.biases[estimator].root_mean_square


def _verdict(is_met: bool) -> str:
    return "**met**" if is_met else "**not met**"


if __name__ == "__main__":
    main()
