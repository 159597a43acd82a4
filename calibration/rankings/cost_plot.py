"""Geometry of kappa against cost: one dot a panel, intervals for those that cannot be told apart. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from calibration.interval_plot import Axis, axis_for

WIDTH, HEIGHT = 720.0, 380.0
LEFT, RIGHT, TOP, BOTTOM = 56.0, 32.0, 12.0, 52.0
MOST_DOTS = 3000
MOST_INTERVALS = 60


@dataclass(frozen=True)
class Dot:
    """A panel: its rank, kappa with interval, cost per 1,000 pairs (None: unknown), and what it is."""

    rank: int
    kappa: float
    low: float | None
    high: float | None
    cost: float | None
    in_set: bool
    is_recommended: bool


@dataclass(frozen=True)
class CostPlot:
    """What the template draws. by_rank: whether the horizontal axis is the rank, since no cost is known."""

    dots: list[dict[str, Any]]
    intervals: list[dict[str, float]]
    across: list[dict[str, Any]]
    up: list[dict[str, Any]]
    by_rank: bool
    n_left_out: int


def cost_plot(dots: Sequence[Dot], n_panels: int) -> CostPlot | None:
    """Places for every dot of the n_panels that there are; None without any dot.

    Panels of unknown cost are left out where some costs are known.
    """
    by_rank = all(dot.cost is None for dot in dots)
    drawn = [dot for dot in dots if by_rank or dot.cost is not None]
    if not drawn:
        return None
    with_interval = [dot for dot in drawn if dot.in_set and dot.low is not None][:MOST_INTERVALS]
    across = axis_for([_across(dot, by_rank) for dot in drawn], low=0.0, left=LEFT, right=WIDTH - RIGHT)
    ends = [end for dot in with_interval for end in (dot.low, dot.high) if end is not None]
    up = axis_for([*(dot.kappa for dot in drawn), *ends], left=HEIGHT - BOTTOM, right=TOP)
    return CostPlot(
        dots=[_placed(dot, across, up, by_rank) for dot in sorted(drawn, key=_on_top_last)],
        intervals=[_interval(dot, across, up, by_rank) for dot in with_interval],
        across=_ticks(across),
        up=_ticks(up),
        by_rank=by_rank,
        n_left_out=n_panels - len(drawn),
    )


def _across(dot: Dot, by_rank: bool) -> float:
    return float(dot.rank if by_rank or dot.cost is None else dot.cost)


def _on_top_last(dot: Dot) -> tuple[bool, bool]:
    return dot.is_recommended, dot.in_set


def _placed(dot: Dot, across: Axis, up: Axis, by_rank: bool) -> dict[str, Any]:
    return {
        "x": across.place(_across(dot, by_rank)),
        "y": up.place(dot.kappa),
        "rank": dot.rank,
        "kind": "recommended" if dot.is_recommended else "set" if dot.in_set else "other",
    }


def _interval(dot: Dot, across: Axis, up: Axis, by_rank: bool) -> dict[str, float]:
    low, high = dot.low, dot.high
    assert low is not None
    assert high is not None
    return {"x": across.place(_across(dot, by_rank)), "low": up.place(low), "high": up.place(high)}


def _ticks(axis: Axis) -> list[dict[str, Any]]:
    return [{"at": axis.place(tick), "value": tick} for tick in axis.ticks]
