"""What a reader should know before trusting a ranking, in sentences."""

from collections.abc import Iterator

import numpy as np

from calibration.stats.ranking.ranking_inputs import LEAST_COVERAGE, RankingInputs
from calibration.stats.ranking.ranking_result import PanelTable, RankingWarning
from calibration.stats.resampling import reasons

FEW_TASKS = 15
MANY_UNDEFINED = 0.01


def ranking_warnings(
    inputs: RankingInputs, panels: PanelTable, n_draws: int, interval_reason: str | None
) -> tuple[RankingWarning, ...]:
    """All warnings that apply, most general first."""
    warnings = [
        *_about_gold(inputs),
        *_about_tasks(inputs, interval_reason),
        *_about_judges(inputs),
        *_about_panels(inputs, panels, n_draws),
    ]
    return tuple(RankingWarning(code, sentence) for code, sentence in warnings)


def _about_gold(inputs: RankingInputs) -> Iterator[tuple[str, str]]:
    decided = inputs.gold[inputs.gold >= 0]
    if decided.min() == decided.max():
        word = "met" if decided[0] == 1 else "not met"
        yield (
            "one_category",
            f"The clinicians' majority is {word} on every decided unit, so kappa is zero or undefined for "
            "every panel and cannot tell panels apart. Look at agreement and AC1.",
        )


def _about_tasks(inputs: RankingInputs, interval_reason: str | None) -> Iterator[tuple[str, str]]:
    if interval_reason is not None:
        yield interval_reason, reasons.sentence(interval_reason)
    elif inputs.n_tasks < FEW_TASKS:
        yield (
            "few_tasks",
            f"There are only {inputs.n_tasks} tasks; intervals from fewer than {FEW_TASKS} tasks are "
            "too narrow.",
        )


def _about_judges(inputs: RankingInputs) -> Iterator[tuple[str, str]]:
    for judge in inputs.candidates:
        if judge.coverage >= LEAST_COVERAGE:
            continue
        consequence = (
            "panels contain it because that was asked for" if judge.included else "no panel contains it"
        )
        yield (
            "low_coverage",
            f"{judge.name} voted on {judge.coverage:.1%} of the units, less than {LEAST_COVERAGE:.0%}; "
            f"{consequence}.",
        )


def _about_panels(inputs: RankingInputs, panels: PanelTable, n_draws: int) -> Iterator[tuple[str, str]]:
    if inputs.size % 2 == 0:
        yield "even_size", "A panel of even size can split evenly; an even split counts as not met."
    undefined = int(np.isnan(panels.score).sum())
    if undefined:
        yield "undefined_panels", f"{undefined} of {len(panels)} panels have no value; they come last."
    left_out = panels.kappa_undefined_draws
    if left_out is not None and left_out[0] > MANY_UNDEFINED * n_draws:
        yield (
            "undefined_draws",
            f"Kappa of the first panel is undefined in {left_out[0] / n_draws:.1%} of the draws, which its "
            "interval leaves out; the interval may be too narrow.",
        )
