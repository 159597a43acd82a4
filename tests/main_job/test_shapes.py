"""What scripts may rely on in the JSON of the commands. More may be there; nothing of this may be missing."""

from typing import Any

import pytest

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

NUMBERS = ("value", "low", "high", "percentile_low", "percentile_high")
ESTIMATE = {*NUMBERS, "method", "n_units", "n_tasks", "reason"}
AGREEMENT = {"round", "n_units", "n_raters", "n_tasks", "overall", "by"}
COEFFICIENTS = {"percent_agreement", "fleiss_kappa", "gwet_ac1", "krippendorff_alpha", "pabak", "prevalence"}
RANKING = {"ranking_id", "n_panels", "n_units", "recommended", "ranking", "single_judges"}
PANEL = {
    "rank",
    "judges",
    "kappa",
    "kappa_low",
    "kappa_high",
    "kappa_corrected",
    "p_best",
    "macro_f1",
    "agreement",
}
LEADERBOARD = {"panel", "split", "models"}
MODEL = {"model_id", "mean", "low", "high", "cells", "cells_left_out", "dimensions"}


def is_estimate(found: Any) -> bool:
    """Exactly the nine names; numbers or None, a reason where there is no value, a method where there is an
    interval.
    """
    return (
        set(found) == ESTIMATE
        and all(isinstance(found[name], float | None) for name in NUMBERS)
        and all(isinstance(found[name], int) for name in ("n_units", "n_tasks"))
        and isinstance(found["reason"], str | None)
        and (found["method"] is None) == (found["low"] is None)
        and (found["value"] is not None or bool(found["reason"]))
    )


def test_agreement(job):
    found = job.said["agreement"]
    assert set(found) >= AGREEMENT
    assert (found["round"], found["n_raters"], found["n_tasks"]) == ("first", 3, 6)
    assert set(found["overall"]) == COEFFICIENTS
    assert len(found["by"]) == 7  # every dimension occurs in the corpus
    for coefficients in (found["overall"], *found["by"].values()):
        assert set(coefficients) == COEFFICIENTS
        assert all(map(is_estimate, coefficients.values()))


def test_ranking(job):
    found = job.said["ranking"]
    assert set(found) >= RANKING
    assert found["n_panels"] == len(found["ranking"]) == 10
    assert len(found["single_judges"]) == 5
    assert [row["rank"] for row in found["ranking"]] == list(range(1, 11))
    for row in found["ranking"]:
        assert set(row) >= PANEL
        assert len(row["judges"]) == 3
        assert row["kappa_low"] <= row["kappa"] <= row["kappa_high"]
        assert 0 <= row["p_best"] <= 1
    assert sum(row["p_best"] for row in found["ranking"]) <= 1 + 1e-9
    assert found["recommended"] in [row["judges"] for row in found["ranking"]]
    assert all(set(row) >= PANEL and len(row["judges"]) == 1 for row in found["single_judges"])


def test_leaderboard(job):
    found = job.said["leaderboard"]
    assert set(found) >= LEADERBOARD
    assert (found["panel"], found["split"]) == (job.said["freeze"]["panel"], "public")
    for row in found["models"]:
        assert set(row) >= MODEL
        assert row["low"] <= row["mean"] <= row["high"]
        assert row["cells"] + row["cells_left_out"] == 24  # 12 public tasks x 2 attempts
        assert all(map(is_estimate, row["dimensions"].values()))
