"""What the study of the headline interval counts, on a few rounds."""

import numpy as np
import pytest

from benchmarks.headline_coverage import Held, coverage, skewed_sizes, summary_of
from benchmarks.simulated_labels import Labelling, simulate, true_ac1
from calibration.stats.agreement.agreement import agreement_summary
from calibration.stats.agreement.ratings import Ratings
from calibration.stats.resampling.draws import task_draws
from calibration.stats.resampling.estimate import Estimate


def test_the_true_ac1_is_that_of_many_tasks() -> None:
    labelling = Labelling((0.15,) * 3, unit=0.1, task=0.1, own=0.15, prevalence=0.95)
    labels = simulate(labelling, 4_000, np.random.RandomState(3))
    ratings = Ratings.of(labels.values, labels.tasks)
    found = agreement_summary(ratings, task_draws(4_000, 0), ["gwet_ac1"])["gwet_ac1"].value
    assert found == pytest.approx(true_ac1(labelling), abs=0.01)


def test_sizes_are_skewed_and_within_their_limits() -> None:
    sizes = skewed_sizes(5_000, np.random.RandomState(1))
    assert (sizes.min(), sizes.max()) == (3, 120)
    assert sizes.mean() > 1.2 * np.median(sizes)
    labels = simulate(Labelling((0.15,) * 3, 0.1, 0.1, 0.1), 3, np.random.RandomState(1), np.array([3, 9, 4]))
    assert np.bincount(labels.tasks).tolist() == [3, 9, 4]


def test_an_interval_holds_what_lies_within_it_and_none_holds_nothing() -> None:
    held = Held()
    held.look(Estimate(0.5, 0.3, 0.7, 9, 12, percentile_low=0.4, percentile_high=0.6), 0.35)
    assert (held.percentiles, held.headline) == (0, 1)
    held.look(Estimate(0.5, None, None, 9, 12, reason="no_variation"), 0.5)
    assert (held.percentiles, held.headline) == (0, 1)


def test_the_same_seeds_give_the_same_counts() -> None:
    first, again = (coverage(12, 0.3, 0.5, range(5, 9), 100) for _ in range(2))
    assert first == again
    assert all(0 <= held.headline <= 4 for held in first.values())


def test_the_summary_counts_cells_and_says_what_is_not_met() -> None:
    lines = [
        "| 15 | strong | 95% | 87.4%, 92.5% * | 93.5%, 94.0% |",
        "| 30 | strong | 50% | 92.0%, 96.1% * |",
    ]
    text = " ".join(summary_of(lines).split())
    assert "**not met**. It does in 1 of 3 cells (lowest 92.5%, highest 96.1%)" in text
    assert "percentiles did in 1 (lowest 87.4%)" in text
    assert "**met**" in summary_of(["| 15 | strong | 50% | 87.4%, 93.0% |"])
