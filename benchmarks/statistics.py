"""The statistics at their published sizes, each beside a loop over the usual library."""

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.processes import Finished, run_module
from benchmarks.rows import Peer, Row

DRAWS = 10_000
PANEL_MIB = 2048


class DisagreementError(Exception):
    """A peer has another value for the same data: then one of the two is wrong, and times say nothing."""


@dataclass(frozen=True)
class Effort:
    """How much is measured: repetitions of what is quick, steps of peers, judges of the largest ranking."""

    repeats: int = 9
    peer_draws: int = 50
    peer_panels: int = 400
    most_judges: int = 30

    @classmethod
    def of(cls, quick: bool) -> "Effort":
        return cls(repeats=3, peer_draws=5, peer_panels=40, most_judges=15) if quick else cls()


def statistics_rows(folder: Path, peers: Path | None, quick: bool) -> list[Row]:
    """Measure all of them. `peers` is the Python that has the other libraries, None without them."""
    run_module("made_data", folder)
    effort = Effort.of(quick)
    return [
        _agreement(folder / "calibration.npz", peers, effort),
        _ranking(folder / "calibration.npz", peers, effort),
        _means(folder / "cells.npz", peers, effort),
        _all_panels(folder, effort),
    ]


def _agreement(data: Path, peers: Path | None, effort: Effort) -> Row:
    done = run_module("timed.agreement", data, effort.repeats)
    ours, lines = done.json(), []
    for one in _peer(peers, "agreement", data, DRAWS, effort.peer_draws) or []:
        _compare(one["value"], ours["values"][one["coefficient"]], f"{one['library']} {one['coefficient']}")
        lines.append(Peer(f"{one['library']} {one['coefficient']}", one["seconds"], one["timed"]))
    return _row("Four coefficients, 2,908 units x 3 clinicians, 75 tasks, 10,000 draws", done, 0.1, lines)


def _ranking(data: Path, peers: Path | None, effort: Effort) -> Row:
    done = run_module("timed.ranking", data, effort.repeats, 3, DRAWS)
    ours, lines = done.json(), []
    if one := _peer(peers, "ranking", data, DRAWS, effort.peer_panels):
        _compare(one["kappa"], ours["kappa"], "scikit-learn's best kappa")
        lines.append(Peer("scikit-learn, kappa alone", one["seconds"], one["timed"]))
    what = f"{ours['panels']} panels, 10,000 draws, with P(best), corrected kappa, ranks and set"
    return _row(what, done, 0.5, lines)


def _means(data: Path, peers: Path | None, effort: Effort) -> Row:
    done = run_module("timed.means", data, effort.repeats)
    ours, lines = done.json(), []
    if one := _peer(peers, "means", data, DRAWS, effort.peer_draws):
        for theirs, mean in zip(one["values"], ours["values"], strict=True):
            _compare(theirs, mean, "pandas' mean")
        lines.append(Peer("pandas groupby", one["seconds"], one["timed"]))
    return _row("Means of 25 models, 26,925 cells, 10,000 draws", done, 0.2, lines)


def _all_panels(folder: Path, effort: Effort) -> Row:
    name = "many_judges" if effort.most_judges == 30 else "calibration"
    done = run_module("timed.ranking", folder / f"{name}.npz", 1, 5, DRAWS)
    times = done.json()
    return Row(
        f"All {times['panels']:,} panels of 5 from {effort.most_judges} judges, 10,000 draws",
        times["seconds"],
        times["cpu_seconds"],
        done.peak_mib,
        target_seconds=120,
        target_mib=PANEL_MIB,
        is_judged=effort.most_judges == 30,
    )


def _peer(python: Path | None, name: str, *words: object) -> Any:
    return run_module(f"peers.{name}", *words, python=python).json() if python else None


def _row(what: str, done: Finished, target_seconds: float, peers: list[Peer]) -> Row:
    times = done.json()
    return Row(
        what,
        times["seconds"],
        times["cpu_seconds"],
        done.peak_mib,
        target_seconds=target_seconds,
        peers=peers,
    )


def _compare(theirs: float, ours: float, what: str) -> None:
    """irrCAC rounds to five digits, hence the tolerance."""
    if not math.isclose(theirs, ours, abs_tol=1e-5):
        raise DisagreementError(f"{what} is {theirs}, and Concord has {ours} for the same data.")
