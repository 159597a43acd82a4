"""What reports say otherwise than then, on purpose: everything else must be as it was.

Frozen panels are not among it: their manifests are verified by the rules they were frozen by.
"""

import json
from typing import Any

import pytest

from tests.golden.reading import expected

FIRST_RULE = "fewest missing votes, then lowest cost"
RULE = "fewest missing votes (differences under .5 % of the pairs count as equal), then lowest cost"
NEWS = ("chosen_by_rank", "chosen_by_rule", "n_units_found", "named_panels")
NEWS_OF_ESTIMATES = ("method", "percentile_low", "percentile_high")
NEWS_OF_REPORTS = ("n_units_used", "n_units_found")  # beside the units with a label
CHANGED = ("p_best", "kappa_corrected", "coverage")
WORDS = {FIRST_RULE: RULE, "fewer than 15": "fewer than 30"}


def expected_now(name: str) -> dict[str, Any]:
    """The kept report with the words of today."""
    text = json.dumps(expected(name))
    for then, now in WORDS.items():
        text = text.replace(then, now)
    report: dict[str, Any] = json.loads(text)
    return report


def ranking_now(name: str) -> dict[str, Any]:
    """The kept ranking with the words and the version of today, without the columns that changed."""
    report = expected_now(name)
    report["parameters"]["version"] = 2
    return report | {name: without_changed(report[name]) for name in ("ranking", "candidates")}


def estimates_as_then(told: Any) -> Any:
    """A report whose estimates have their percentiles for low and high, as they had before the headline.

    One without an interval now because all tasks say the same had percentiles all the same, and no reason.
    """
    if isinstance(told, list):
        return [estimates_as_then(part) for part in told]
    if not isinstance(told, dict):
        return told
    parts = {name: estimates_as_then(part) for name, part in told.items()}
    if "percentile_low" not in told:
        return parts
    assert (told["low"] is None) == (told["method"] is None) == (told["high"] is None)
    parts |= {"low": told["percentile_low"], "high": told["percentile_high"]}
    if told["reason"] == "no_variation":
        parts["reason"] = None
    return {name: part for name, part in parts.items() if name not in NEWS_OF_ESTIMATES}


def report_as_then(report: dict[str, Any]) -> dict[str, Any]:
    """A report without the numbers of units that are told only now.

    What was counted then are the units found; now it is those with a label.
    """
    told = {name: estimates_as_then(value) for name, value in report.items() if name not in NEWS_OF_REPORTS}
    if "n_units_found" not in report:
        return told
    assert report["n_units_used"] <= report["n_units"] <= report["n_units_found"]
    return told | {"n_units": report["n_units_found"]}


def as_then(ranking: dict[str, Any]) -> dict[str, Any]:
    """A ranking without what is told of it only now, and without what is computed in another way.

    Panels that tie in a draw share it in the probability of being best. Corrected kappas take off another
    optimism; the one of then has its name still. Units are counted as in `report_as_then`, and a judge's
    share is one of the decided pairs.
    """
    first = ranking["chosen_by_rank"]
    assert first["apparent"] - first["optimism_corrected"] == pytest.approx(ranking["optimism"], abs=1e-9)
    assert sum(row["p_best"] for row in ranking["ranking"]) == pytest.approx(1, abs=1e-9)
    for row in ranking["ranking"]:
        correction = first["apparent"] - first["value"]
        assert row["kappa_corrected"] == pytest.approx(row["kappa"] - correction, abs=1e-9)
    assert ranking["n_units_decided"] <= ranking["n_units"] <= ranking["n_units_found"]
    tables = {name: percentiles_as_then(ranking[name]) for name in ("ranking", "single_judges")}
    tables["all_judges"] = percentiles_as_then([ranking["all_judges"]])[0]
    ranking |= tables
    told = {
        name: value if name in tables else estimates_as_then(value)
        for name, value in ranking.items()
        if name not in NEWS
    }
    changed = {
        "n_units": ranking["n_units_found"],
        "ranking": without_changed(ranking["ranking"]),
        "candidates": without_changed(ranking["candidates"]),
    }
    return told | changed


def percentiles_as_then(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows of panels with the percentiles where a row has the headline now."""
    return [
        {
            name: row[f"percentile_{name[6:]}"] if name in ("kappa_low", "kappa_high") else value
            for name, value in row.items()
            if name not in NEWS_OF_ESTIMATES
        }
        for row in rows
    ]


def without_changed(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows of a ranking without the columns that are computed in another way now."""
    return [{name: value for name, value in row.items() if name not in CHANGED} for row in rows]


def by_the_first_rules(manifest: bytes, kept: bytes) -> bytes:
    """A manifest frozen today as the first rules would have it, where both recommend the same panel.

    kept: one of then, for the corrected kappa; `verify_panel` computes it.
    """
    content = json.loads(manifest)
    assert content["rule"].pop("version") == 2
    content["rule"]["text"] = content["rule"]["text"].replace(RULE, FIRST_RULE)
    content["rule"]["kappa_corrected"] = json.loads(kept)["rule"]["kappa_corrected"]
    return json.dumps(content).encode()
