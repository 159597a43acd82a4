"""What must not matter does not: order of raters and units, names of categories, doubling every task."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from calibration.stats.agreement.agreement import EVERY, agreement_summary
from calibration.stats.agreement.ratings import Ratings
from calibration.stats.resampling.draws import task_draws
from calibration.stats.resampling.estimate import Estimate
from tests.properties import examples

N_TASKS = 4
PER_TASK = 3
TASKS = np.repeat(np.arange(N_TASKS), PER_TASK)
TABLES = arrays(np.int64, (N_TASKS * PER_TASK, 3), elements=st.integers(-1, 1))
SYMMETRIC = ("percent_agreement", "fleiss_kappa", "gwet_ac1", "krippendorff_alpha", "pabak", "fleiss_cuzick")


def summary(values: np.ndarray, tasks: np.ndarray = TASKS) -> dict[str, Estimate]:
    return agreement_summary(Ratings.of(values, tasks), task_draws(int(tasks.max()) + 1, 50), EVERY)


def same(left: Estimate, right: Estimate) -> bool:
    pairs = [(left.value, right.value), (left.low, right.low), (left.high, right.high)]
    return all(a == pytest.approx(b, abs=1e-12) for a, b in pairs) and left.reason == right.reason


@examples(60)
@given(TABLES, st.permutations(range(3)))
def test_the_order_of_raters_does_not_matter(values: np.ndarray, order: list[int]) -> None:
    before, after = summary(values), summary(values[:, order])
    assert all(same(before[name], after[name]) for name in EVERY)


@examples(60)
@given(TABLES, st.permutations(range(N_TASKS * PER_TASK)))
def test_the_order_of_units_does_not_matter(values: np.ndarray, order: list[int]) -> None:
    before, after = summary(values), summary(values[order], TASKS[order])
    assert all(same(before[name], after[name]) for name in EVERY)


@examples(60)
@given(TABLES)
def test_exchanging_met_and_not_met_changes_only_what_is_about_met(values: np.ndarray) -> None:
    before, after = summary(values), summary(np.where(values == -1, -1, 1 - values))
    assert all(same(before[name], after[name]) for name in SYMMETRIC)
    assert same(before["positive_agreement"], after["negative_agreement"])
    if before["prevalence"].value is not None:
        assert after["prevalence"].value == pytest.approx(1 - before["prevalence"].value, abs=1e-12)


@examples(60)
@given(TABLES)
def test_doubling_every_task_leaves_values(values: np.ndarray) -> None:
    twice = summary(np.vstack([values, values]), np.concatenate([TASKS, TASKS + N_TASKS]))
    once = summary(values)
    # Alpha corrects for the number of ratings, so it alone moves with it.
    for name in set(EVERY) - {"krippendorff_alpha"}:
        if once[name].value is None:
            assert twice[name].reason == once[name].reason
        else:
            assert twice[name].value == pytest.approx(once[name].value, abs=1e-12)


@examples(60)
@given(TABLES)
def test_a_rater_who_never_rates_changes_nothing(values: np.ndarray) -> None:
    before, after = summary(values), summary(np.column_stack([values, np.full(len(values), -1)]))
    assert all(same(before[name], after[name]) for name in EVERY)


@examples(100)
@given(TABLES)
def test_every_estimate_is_finite_or_has_a_reason(values: np.ndarray) -> None:
    for estimate in summary(values).values():
        assert (estimate.value is None) == (
            estimate.reason in {"one_category", "no_unit_with_two_ratings", "no_data"}
        )
        if estimate.low is not None:
            assert estimate.low <= estimate.high


@examples(40)
@given(arrays(np.int64, (8, 4), elements=st.integers(-1, 2)), st.permutations(range(3)))
def test_the_names_of_three_categories_do_not_matter(values: np.ndarray, order: list[int]) -> None:
    names = ("percent_agreement", "fleiss_kappa", "gwet_ac1", "krippendorff_alpha", "pabak")
    renamed = np.where(values == -1, -1, np.array(order)[values])
    tasks, draws = np.arange(8) // 2, task_draws(4, 50)
    before, after = (
        agreement_summary(Ratings.of(table, tasks, categories=(0, 1, 2)), draws, names)
        for table in (values, renamed)
    )
    assert all(same(before[name], after[name]) for name in names)
