"""Do the intervals cover, and does the corrected kappa of the winner say the truth?

    python -m benchmarks.coverage_study [--quick] [--out FILE]

simulates labels of which the truth is known and writes the tables to docs/coverage-study.md. --quick takes a
tenth of the repetitions (about a minute) and writes nothing unless --out names a file.
"""

import argparse
import textwrap
from collections.abc import Iterator
from pathlib import Path

from benchmarks.interval_coverage import CASES, ERROR_RATE, METHODS, Coverage, coverage
from benchmarks.winner_optimism import FIELDS, JUDGES, SIZE, TASKS, Optimism, winner_optimism
from calibration.stats.resampling.in_blocks import one_blas_thread

REPORT = Path(__file__).parents[1] / "docs" / "coverage-study.md"
COVERAGE_REPETITIONS, COVERAGE_DRAWS = 2_000, 2_000
WINNER_REPETITIONS, WINNER_DRAWS = 400, 500
PROMISED_COVERAGE = (0.93, 0.96)
PROMISED_BIAS = 0.006


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
    winners = [winner_optimism(field, winner_repetitions, WINNER_DRAWS) for field in FIELDS]
    yield from _head()
    yield from _coverage_part(rows, coverage_repetitions)
    yield from _winner_part(winners, winner_repetitions)


def _head() -> Iterator[str]:
    yield "# Coverage study: do the intervals hold, and is the winner's kappa honest?\n"
    yield _paragraph(
        "Written by `python -m benchmarks.coverage_study`. Labels are simulated with a known truth "
        "(`benchmarks/simulated_labels.py`): units lie in tasks of 24 to 52, errors have a part shared by "
        "all raters on a unit, a part shared within a task and a part of each rater within a task. "
        "Statistics and intervals are those of `calibration/stats`, the same code that the pages use."
    )


def _coverage_part(rows: list[Coverage], repetitions: int) -> Iterator[str]:
    error = 100 * (0.95 * 0.05 / repetitions) ** 0.5
    yield "## 95 % intervals\n"
    yield _paragraph(
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
    yield _paragraph(
        f"Promise: at {CASES[0].name}, task-cluster intervals cover {low:.0%} to {high:.0%}: {verdict} "
        f"({', '.join(f'{share:.1%}' for share in ours)}), where the naive ones cover about 60% ({naive}). "
        "With fewer tasks the bootstrap interval becomes too narrow: results from fewer than 15 tasks carry "
        "a warning, and the jackknife interval is the safer one there."
    )


def _winner_part(winners: list[Optimism], repetitions: int) -> Iterator[str]:
    yield "## The best of 455 panels\n"
    yield _paragraph(
        f"{repetitions:,} repetitions of {TASKS} tasks, {JUDGES} judges, panels of {SIZE}, "
        f"{WINNER_DRAWS:,} draws. Apparent, corrected and leave-tasks-out are biases: the reported kappa "
        "of the panel that ranks first minus its true kappa (exact, by quadrature), with the standard "
        "error. Covers is the coverage of the winner's 95% interval; moved, of the same interval shifted "
        "down by the optimism. Lost is how far the true kappa of the winner lies below that of the truly "
        "best panel."
    )
    yield "| judges | error rates | apparent | corrected | leave-tasks-out | covers | moved | lost |"
    yield "|---|---|---|---|---|---|---|---|"
    for row in winners:
        measured = (row.apparent, row.corrected, row.leave_tasks_out)
        biases = " | ".join(f"{bias:+.4f} ({error:.4f})" for bias, error in measured)
        rates = f"{row.field.best:.2f} to {row.field.worst:.2f}"
        shares = f"{row.coverage:.0%} | {row.coverage_moved:.0%} | {row.lost:.3f}"
        yield f"| {row.field.name} | {rates} | {biases} | {shares} |"
    yield ""
    yield _promise_of_correction(winners[0])
    for row in winners:
        if abs(row.corrected[0]) > PROMISED_BIAS:
            yield _shortfall(row)


def _promise_of_correction(row: Optimism) -> str:
    verdict = _verdict(abs(row.corrected[0]) <= PROMISED_BIAS)
    return _paragraph(
        f"Promise: where the apparent kappa is about .02 too high ({row.field.name}: "
        f"{row.apparent[0]:+.4f}), the corrected one is unbiased within {PROMISED_BIAS}: {verdict} "
        f"({row.corrected[0]:+.4f})."
    )


def _shortfall(row: Optimism) -> str:
    return _paragraph(
        f"Beyond {PROMISED_BIAS} for {row.field.name}: {row.corrected[0]:+.4f} remains of "
        f"{row.apparent[0]:+.4f}. When candidates are alike, the winner of a draw is mostly a panel that was "
        "lucky in the data already, and the draws see only part of that luck. The leave-tasks-out kappa "
        f"({row.leave_tasks_out[0]:+.4f}) is then the honest number; every ranking shows both."
    )


def _verdict(is_met: bool) -> str:
    return "**met**" if is_met else "**not met**"


def _paragraph(text: str) -> str:
    return textwrap.fill(text, 116, break_on_hyphens=False) + "\n"


if __name__ == "__main__":
    main()
