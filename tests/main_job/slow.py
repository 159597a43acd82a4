"""The main numbers once more, slowly: from the published files alone, with Python's csv and plain loops.

Nothing here is the project's code. NumPy lends only its frozen stream of random numbers.
"""

import csv
import math
from collections import defaultdict
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

SEED = 20260714
Rows = list[dict[str, str]]


def read(path: Path) -> Rows:
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def leaderboard(judgments: Rows, draws: int) -> dict[str, dict[str, Any]]:
    """For each model: mean, low, high, cells, cells_left_out, and the mean of each dimension.

    A cell is the rows of one (task, model, attempt). Empty: score 0, included. Otherwise the weight of
    criteria met over the weight of criteria with a verdict; included with two judges or more.
    """
    cells: dict[tuple[str, str, str], Rows] = defaultdict(list)
    for row in judgments:
        cells[row["unique_id"], row["model_id"], row["attempt_index"]].append(row)
    tasks = sorted({row["unique_id"] for row in judgments})
    chance = np.random.RandomState(SEED)
    drawn = [
        [tasks[number] for number in draw] for draw in chance.randint(0, len(tasks), (draws, len(tasks)))
    ]
    table = {}
    for model in sorted({model for _, model, _ in cells}):
        own = {key: rows for key, rows in cells.items() if key[1] == model}
        scores = {key: score(rows) for key, rows in own.items() if is_included(rows)}
        low, high = interval(by_task(scores), drawn)
        table[model] = {
            "mean": sum(scores.values()) / len(scores),
            "low": low,
            "high": high,
            "cells": len(scores),
            "cells_left_out": len(own) - len(scores),
            "dimensions": dimension_means(own),
        }
    return table


def judges_of(row: dict[str, str]) -> list[str]:
    return [name for name in row if name.startswith("judge_") and name.endswith("_met")]


def is_empty(rows: Rows) -> bool:
    return rows[0]["empty_response"] == "True"


def is_included(rows: Rows) -> bool:
    voting = sum(any(row[judge] for row in rows) for judge in judges_of(rows[0]))
    return is_empty(rows) or voting >= 2


def verdict(row: dict[str, str]) -> bool | None:
    """Strict majority of the judges who voted; an even split is not met; no vote is no verdict."""
    votes = [row[judge] == "True" for judge in judges_of(row) if row[judge]]
    if row["empty_response"] == "True":
        return False
    return sum(votes) > len(votes) / 2 if votes else None


def score(rows: Rows) -> float | None:
    voted = sum(int(row["weight"]) for row in rows if verdict(row) is not None)
    met = sum(int(row["weight"]) for row in rows if verdict(row))
    return met / voted if voted else None


def dimension_means(cells: dict[Any, Rows]) -> dict[str, float]:
    found = defaultdict(list)
    for rows in cells.values():
        for name in {row["rubric_dimension"] for row in rows} if is_included(rows) else ():
            value = score([row for row in rows if row["rubric_dimension"] == name])
            if value is not None:
                found[name].append(value)
    return {name: sum(values) / len(values) for name, values in found.items()}


def by_task(scores: dict[tuple[str, str, str], float]) -> dict[str, list[float]]:
    found = defaultdict(list)
    for (task, _, _), value in scores.items():
        found[task].append(value)
    return found


def interval(scores: dict[str, list[float]], drawn: list[list[str]]) -> tuple[float, float]:
    means = []
    for draw in drawn:
        values = [value for task in draw for value in scores.get(task, [])]
        if values:
            means.append(sum(values) / len(values))
    return percentile(means, 0.025), percentile(means, 0.975)


def percentile(values: list[float], share: float) -> float:
    """Linear between the two neighbours."""
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    below = math.floor(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])


def fleiss_kappa(labels: Rows) -> tuple[float, float]:
    """(percent agreement, Fleiss kappa) of three raters who labelled everything."""
    pairs, met = [], []
    for row in labels:
        said = [row[f"rater_{slot}_met"] for slot in (1, 2, 3)]
        pairs.append(sum(a == b for a, b in combinations(said, 2)) / 3)
        met.append(said.count("True") / 3)
    observed, share = sum(pairs) / len(pairs), sum(met) / len(met)
    expected = share**2 + (1 - share) ** 2
    return observed, (observed - expected) / (1 - expected)


def panel_kappas(labels: Rows, votes: Rows) -> dict[tuple[str, ...], float]:
    """Cohen's kappa of every panel of three with the clinicians' majority, over units with a verdict."""
    gold = {key(row): [row[f"rater_{slot}_met"] for slot in (1, 2, 3)].count("True") >= 2 for row in labels}
    said: dict[str, dict[Any, bool]] = defaultdict(dict)
    for row in votes:
        if row["met"]:
            said[row["judge"]][key(row)] = row["met"] == "True"
    return {panel: kappa(gold, [said[judge] for judge in panel]) for panel in combinations(sorted(said), 3)}


def key(row: dict[str, str]) -> tuple[str, str, str, str]:
    return row["unique_id"], row["model_id"], row["attempt_index"], row["criterion_id"]


def kappa(gold: dict[Any, bool], judges: list[dict[Any, bool]]) -> float:
    counts: dict[tuple[bool, bool], int] = defaultdict(int)
    for unit, truth in gold.items():
        votes = [judge[unit] for judge in judges if unit in judge]
        if votes:
            counts[sum(votes) > len(votes) / 2, truth] += 1
    n = sum(counts.values())
    observed = (counts[True, True] + counts[False, False]) / n
    panel = (counts[True, True] + counts[True, False]) / n
    clinicians = (counts[True, True] + counts[False, True]) / n
    expected = panel * clinicians + (1 - panel) * (1 - clinicians)
    return (observed - expected) / (1 - expected)
