"""`agreement ROUND`: the JSON of the contract, values by hand, and a reason in words where there is none."""

import pytest
from django.core.management import CommandError

from tests.calibration.builders import CANNOT_JUDGE, make_responses, make_round, make_tasks
from tests.calibration.run import as_json, as_words, refused

pytestmark = pytest.mark.both_databases

# T01: three met; two of three met. T02: three not met; one of three met. By hand:
# pa = (1 + 1/3 + 1 + 1/3) / 4 = 2/3; share of met 6/12, so every chance term is 1/2 and
# Fleiss = AC1 = PABAK = (2/3 - 1/2) / (1/2) = 1/3. Alpha: o(met, not met) = 2 in each mixed unit, ordered,
# so 4 in all; 1 - 11 * 4 / (2 * 6 * 6) = 7/18.
RATINGS = [[1, 1, 1], [1, 1, 0], [0, 0, 0], [1, 0, 0]]
ESTIMATE = {
    "value",
    "low",
    "high",
    "method",
    "percentile_low",
    "percentile_high",
    "n_units",
    "n_tasks",
    "reason",
}


@pytest.fixture
def make(cast):
    def closed(ratings, n_tasks=2, n_criteria=2, **options):
        responses = make_responses(make_tasks(n_tasks, n_criteria))
        return make_round(cast.clinicians, responses, ratings, **options)

    return closed


def test_values_and_shape(make):
    make(RATINGS)
    report = as_json("agreement", "calibration")
    assert {"round", "n_units", "n_raters", "n_tasks", "overall", "by"} <= set(report)
    assert (report["round"], report["n_units"], report["n_raters"], report["n_tasks"]) == (
        "calibration",
        4,
        3,
        2,
    )
    overall = report["overall"]
    assert all(set(estimate) == ESTIMATE for estimate in overall.values())
    values = {name: estimate["value"] for name, estimate in overall.items()}
    assert values == pytest.approx(
        {
            "percent_agreement": 2 / 3,
            "fleiss_kappa": 1 / 3,
            "gwet_ac1": 1 / 3,
            "krippendorff_alpha": 7 / 18,
            "pabak": 1 / 3,
            "prevalence": 1 / 2,
        }
    )
    assert report["by"] == {}
    assert len(report["labels_sha256"]) == len(report["draws_sha256"]) == 64


def test_by_dimension(make):
    make(RATINGS)
    by = as_json("agreement", "calibration", "--by", "dimension")["by"]
    assert set(by) == {"Identification", "Compassionate engagement"}
    assert by["Identification"]["percent_agreement"]["value"] == 1
    assert by["Compassionate engagement"]["percent_agreement"]["value"] == pytest.approx(1 / 3)
    assert by["Identification"]["percent_agreement"]["n_units"] == 2


@pytest.mark.parametrize(
    "slice_name", ["subcategory", "stage", "age", "intent", "explicitness", "turns", "model"]
)
def test_by_every_other_slice(make, slice_name):
    make(RATINGS)
    by = as_json("agreement", "calibration", "--by", slice_name)["by"]
    assert sum(part["prevalence"]["n_units"] for part in by.values()) == 4


def test_people_read_value_interval_and_what_it_rests_on(make):
    make(RATINGS)
    words = as_words("agreement", "calibration")
    assert "Round calibration: 4 pairs, 2 tasks, 3 clinicians." in words
    assert ".333 (" in words
    assert "· 4 pairs, 2 tasks" in words


@pytest.mark.parametrize(
    ("ratings", "reason"),
    [
        ([[1, -1, -1], [1, -1, -1], [0, -1, -1], [1, -1, -1]], "no_unit_with_two_ratings"),
        ([[1, -1, -1], [-1, 1, -1], [-1, -1, 0], [0, -1, -1]], "no_unit_with_two_ratings"),
        ([[1, 1, 1]] * 4, "one_category"),
        ([[-1, -1, -1]] * 4, "no_data"),
        ([[CANNOT_JUDGE] * 3] * 4, "no_data"),
    ],
    ids=["one rater", "disjoint raters", "one category", "no label", "nothing could be judged"],
)
def test_no_value_has_a_reason(make, ratings, reason):
    make(ratings)
    for name in ("fleiss_kappa", "krippendorff_alpha"):
        estimate = as_json("agreement", "calibration")["overall"][name]
        assert (estimate["value"], estimate["low"], estimate["high"]) == (None, None, None)
        assert estimate["reason"] == reason
    assert "–" in as_words("agreement", "calibration")


def test_one_task_has_a_value_and_no_interval(make):
    make(RATINGS[:2], n_tasks=1)
    kappa = as_json("agreement", "calibration")["overall"]["fleiss_kappa"]
    assert kappa["value"] is not None
    assert (kappa["low"], kappa["high"], kappa["reason"]) == (None, None, "one_task")


def test_no_draws_give_values_without_intervals(make):
    make(RATINGS)
    report = as_json("agreement", "calibration", "--draws", 0)
    kappa = report["overall"]["fleiss_kappa"]
    assert kappa["value"] == pytest.approx(1 / 3)
    assert (kappa["low"], kappa["reason"], report["draws_sha256"]) == (None, "no_draws", None)


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("--seed", 2**32, "seed"),
        ("--seed", -1, "seed"),
        ("--draws", -1, "draws"),
        ("--draws", 10**9, "At most 1,000,000 draws"),
    ],
)
def test_numbers_out_of_range_are_refused(make, option, value, said):
    make(RATINGS)
    assert said in refused("agreement", "calibration", option, value)


def test_an_open_round_is_not_compared(make):
    make(RATINGS, state="open")
    assert "Close the round first" in refused("agreement", "calibration")


def test_a_round_without_units_is_refused(make):
    make([], n_tasks=0)
    assert "nothing can be compared" in refused("agreement", "calibration")


def test_an_unknown_round_is_answered_with_the_known_ones(make):
    make(RATINGS)
    assert "There is no round named 'other'. Rounds: calibration." in refused("agreement", "other")


def test_an_unknown_slice_is_wrong_usage(make):
    with pytest.raises(CommandError, match="invalid choice"):
        as_json("agreement", "calibration", "--by", "colour")
