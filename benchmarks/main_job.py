"""The whole main job at the published size through the real commands, each in a cold process."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.processes import Finished, manage
from benchmarks.rows import Row

MIB = 1024
SMALL = ("--tasks", 60, "--models", 5, "--calibration-tasks", 20)
TARGETS = {"judgments in": 8.0, "judgments out": 10.0, "leaderboard": 2.0, "rank": 3.0}


class UnexpectedResultError(Exception):
    """A command did something else than the job needs, so that its time says nothing."""


@dataclass(frozen=True)
class Step:
    """One command. expected: what its JSON must hold; target: seconds to stay within."""

    what: str
    words: tuple[object, ...]
    expected: Mapping[str, Any]
    target_seconds: float | None = None
    target_mib: float | None = None


def make_corpus(folder: Path, environment: Mapping[str, str], quick: bool) -> tuple[Row, dict[str, int]]:
    """Write the generated corpus into `folder`: 718 tasks, unless quick; and how many rows each table has."""
    done = manage(environment, "make_corpus", folder, "--json", *(SMALL if quick else ()))
    rows = done.json()["rows"]
    n_tasks = rows["public_tasks"] + rows["private_tasks"]
    return _row(f"make_corpus, {n_tasks} tasks", done), rows


def main_job_rows(
    corpus: Path, rows: Mapping[str, int], database: str, environment: Mapping[str, str], quick: bool
) -> Iterator[Row]:
    """Run every command of the job on one database and measure each; judged only at the published size."""
    yield _row(f"{database}: migrate", manage(environment, "migrate", "--verbosity", 0))
    for step in _steps(corpus, rows, Path(environment["DATA_DIR"])):
        done = manage(environment, *step.words, "--json")
        _check(step, done.json())
        yield _row(f"{database}: {step.what}", done, step, is_judged=not quick)


def _steps(corpus: Path, rows: Mapping[str, int], out: Path) -> Iterator[Step]:
    yield from _tables_in(corpus, rows)
    judges = _names(corpus)
    yield Step("agreement", ("agreement", "bench"), {"n_raters": 3})
    yield Step("agreement by dimension", ("agreement", "bench", "--by", "dimension"), {})
    yield Step(
        "rank_panels, 455 panels, 10,000 draws", ("rank_panels", "bench"), {"n_panels": 455}, TARGETS["rank"]
    )
    manifest = out / "selected_judge_panel.json"
    freeze = ("freeze_panel", 1, "--judges", ",".join(judges), "--reason", "The judgments are theirs.")
    yield Step("freeze_panel", (*freeze, "--out", manifest), {"judges": judges})
    yield Step("verify_panel", ("verify_panel", manifest), {"same": True})
    n = rows["judgments"]
    into = ("import_table", "judgments", corpus / "judgments.csv", "--panel", manifest)
    seconds = TARGETS["judgments in"]
    yield Step(f"import of {n:,} judgments, CSV", into, {"rows": n, "created": n}, seconds, MIB)
    yield Step("the same import again", into, {"created": 0, "changed": 0})
    yield Step(
        f"leaderboard over {n:,} judgments, 10,000 draws", ("leaderboard",), {}, TARGETS["leaderboard"], MIB
    )
    yield from _tables_out(out, rows)
    yield Step(f"recompute_cells over {n:,} judgments", ("recompute_cells",), {})


def _tables_in(corpus: Path, rows: Mapping[str, int]) -> Iterator[Step]:
    options = {
        "public_tasks": ("tasks", "csv", "--split", "public"),
        "private_tasks": ("tasks", "csv", "--split", "private"),
        "responses": ("responses", "jsonl"),
        "labels": ("labels", "csv", "--round", "bench"),
        "votes": ("votes", "csv", "--round", "bench"),
    }
    for name, (kind, suffix, *others) in options.items():
        words = ("import_table", kind, corpus / f"{name}.{suffix}", *others)
        what = f"import of {rows[name]:,} {name.replace('_', ' ')}"
        yield Step(what, words, {"rows": rows[name], "created": rows[name]})


def _tables_out(out: Path, rows: Mapping[str, int]) -> Iterator[Step]:
    n, seconds = rows["judgments"], TARGETS["judgments out"]
    for suffix in ("csv", "parquet"):
        words = ("export_table", "judgments", out / f"judgments.{suffix}")
        yield Step(f"export of {n:,} judgments, {suffix}", words, {"rows": n}, seconds, MIB)
    yield Step("export of votes", ("export_table", "votes", out / "votes.csv"), {"rows": rows["votes"]})
    labels = ("export_table", "labels", out / "labels.csv", "--round", "bench")
    yield Step("export of labels", labels, {"rows": rows["labels"]})
    rankings = ("export_table", "panel_rankings", out / "panel_rankings.csv")
    yield Step("export of panel rankings", rankings, {"rows": 455})


def _names(corpus: Path) -> list[str]:
    return json.loads((corpus / "truth.json").read_text())["panel"]


def _check(step: Step, found: Mapping[str, Any]) -> None:
    different = {name: found.get(name) for name, value in step.expected.items() if found.get(name) != value}
    if different:
        raise UnexpectedResultError(f"{step.what}: expected {dict(step.expected)}, found {different}.")


def _row(what: str, done: Finished, step: Step | None = None, is_judged: bool = True) -> Row:
    return Row(
        what,
        done.wall_seconds,
        done.cpu_seconds,
        done.peak_mib,
        step and step.target_seconds,
        step and step.target_mib,
        is_judged,
    )
