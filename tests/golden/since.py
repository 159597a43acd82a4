"""What reports say otherwise than then, on purpose: everything else must be as it was.

Frozen panels are not among it: their manifests are verified by the rules they were frozen by.
"""

import json
from typing import Any

from tests.golden.reading import expected

FIRST_RULE = "fewest missing votes, then lowest cost"
RULE = "fewest missing votes (differences under .5 % of the pairs count as equal), then lowest cost"
WORDS = {FIRST_RULE: RULE, "fewer than 15": "fewer than 30"}


def expected_now(name: str) -> dict[str, Any]:
    """The kept report with the words of today."""
    text = json.dumps(expected(name))
    for then, now in WORDS.items():
        text = text.replace(then, now)
    report: dict[str, Any] = json.loads(text)
    return report


def ranking_now(name: str) -> dict[str, Any]:
    """The kept ranking as of today: its rules have a version."""
    report = expected_now(name)
    report["parameters"]["version"] = 2
    return report


def without_ties(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows of a ranking without the probability of being best, which those who tie in a draw now share."""
    assert abs(sum(float(row["p_best"] or 0) for row in rows) - 1) < 1e-9
    return [{name: value for name, value in row.items() if name != "p_best"} for row in rows]


def by_the_first_rules(manifest: bytes) -> bytes:
    """A manifest frozen today as the first rules would have it, where both recommend the same panel."""
    content = json.loads(manifest)
    assert content["rule"].pop("version") == 2
    content["rule"]["text"] = content["rule"]["text"].replace(RULE, FIRST_RULE)
    return json.dumps(content).encode()
