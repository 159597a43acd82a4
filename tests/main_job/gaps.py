"""Holes in a generated table of judgments, so that every rule about scores has a case. Python's csv alone."""

import csv
from pathlib import Path

VOTES = ("judge_1_met", "judge_2_met", "judge_3_met")
Cell = tuple[str, str, str]


def cell_of(row: dict[str, str]) -> Cell:
    return row["unique_id"], row["model_id"], row["attempt_index"]


def make_gaps(source: Path, target: Path) -> dict[str, Cell]:
    """Copy the table with votes taken away from four cells that are not empty, and say which cells.

    one_judge: only judge 1 voted. no_vote: nobody did. tie: judge 3 did not, so that splits are even.
    hole: nobody voted on its first criterion.
    """
    with source.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    cells = list(dict.fromkeys(cell_of(row) for row in rows if row["empty_response"] == "False"))
    gaps = dict(zip(("one_judge", "no_vote", "tie", "hole"), cells[3::7], strict=False))
    silent = {"one_judge": VOTES[1:], "no_vote": VOTES, "tie": VOTES[2:]}
    holes = {gaps["hole"]}
    for name, judges in silent.items():
        for row in rows:
            if cell_of(row) == gaps[name]:
                row.update(dict.fromkeys(judges, ""))
    for row in rows:
        if cell_of(row) in holes:
            holes.discard(cell_of(row))
            row.update(dict.fromkeys(VOTES, ""))
        _count(row)
    with target.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    return gaps


def _count(row: dict[str, str]) -> None:
    """The columns that follow from the votes, by the rules of the published table."""
    votes = [row[name] for name in VOTES if row[name]]
    met = votes.count("True")
    row["judges_voting"], row["votes_met"] = str(len(votes)), str(met)
    verdict = str(2 * met > len(votes)) if votes else ""
    row["panel_verdict"] = "False" if row["empty_response"] == "True" else verdict
