"""Geometry of a forest plot: dots on lines against one common axis. Pure arithmetic, in SVG units."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

LABEL_LETTERS = 28  # of 13 px text fit before the axis begins
NICE_STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)


@dataclass(frozen=True)
class PlotLayout:
    """Where the parts of a plot stand. `name` is the class by which the style sheet shows it or not."""

    name: str
    width: float
    axis_left: float
    axis_right: float
    row_height: float
    text_drop: float  # from the top of a row to the baseline of its texts
    line_drop: float  # and to the line with its dot
    number_x: float
    number_anchor: str


# Beside each other on a wide screen; on a phone the words stand above their line.
WIDE = PlotLayout("plot-wide", 720, 200, 530, 28, 18.5, 14, 546, "start")
NARROW = PlotLayout("plot-narrow", 340, 16, 320, 42, 14, 27, 340, "end")

TOP = 8.0
AXIS_HEIGHT = 30.0
TICK_DROP = 18.0


@dataclass(frozen=True)
class PlotRow:
    """One line of the plot. `estimate` has value, low, high (numbers or None), n_units, n_tasks, reason."""

    label: str
    estimate: Any
    is_marked: bool = False


@dataclass(frozen=True)
class Axis:
    """A linear axis from `low` to `high` with ticks inside, drawn from `left` to `right`."""

    low: float
    high: float
    ticks: tuple[float, ...]
    left: float
    right: float

    def place(self, value: float) -> float:
        """Where `value` stands, rounded to hundredths; values beyond the axis stand at its end."""
        share = (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)
        return round(self.left + share * (self.right - self.left), 2)


def axis_for(
    values: Sequence[float],
    *,
    low: float | None = None,
    high: float | None = None,
    left: float = WIDE.axis_left,
    right: float = WIDE.axis_right,
    wanted_ticks: int = 5,
) -> Axis:
    """Return an axis on round numbers that holds `values`; `low` and `high` fix an end.

    Without values it runs from 0 to 1. Raises ValueError when a fixed `low` is not below `high`.
    """
    start = low if low is not None else min(values, default=0.0)
    end = high if high is not None else max(values, default=1.0)
    if low is not None and high is not None and not low < high:
        raise ValueError(f"An axis runs from a lower to a higher number, not from {low} to {high}.")
    if end <= start:
        start, end = (start, start + 0.1) if low is not None else (end - 0.1, end)
    step = _nice_step((end - start) / wanted_ticks)
    start = low if low is not None else math.floor(start / step + 1e-9) * step
    end = high if high is not None else math.ceil(end / step - 1e-9) * step
    first, last = math.ceil(start / step - 1e-9), math.floor(end / step + 1e-9)
    ticks = tuple(round(number * step, 10) + 0.0 for number in range(first, last + 1))
    return Axis(start, end, ticks, left, right)


def axis_of(rows: Sequence[PlotRow], layout: PlotLayout, *, low: float | None, high: float | None) -> Axis:
    """The common axis of `rows` where `layout` has it."""
    left, right = layout.axis_left, layout.axis_right
    return axis_for(ends_of(rows), low=low, high=high, left=left, right=right)


def drawn_rows(rows: Sequence[PlotRow], axis: Axis, layout: PlotLayout = WIDE) -> list[dict[str, Any]]:
    """Return for each row what the template draws: heights, and places on the axis or None."""
    return [_drawn(row, axis, layout, index) for index, row in enumerate(rows)]


def axis_foot(row_count: int, layout: PlotLayout) -> float:
    """How far down the axis stands under that many rows."""
    return TOP + row_count * layout.row_height


def ends_of(rows: Sequence[PlotRow]) -> list[float]:
    """Every number the axis must hold."""
    numbers = [number for row in rows for number in _numbers(row.estimate)]
    return [number for number in numbers if number is not None]


def _numbers(estimate: Any) -> tuple[float | None, float | None, float | None]:
    return estimate.low, estimate.value, estimate.high


def _drawn(row: PlotRow, axis: Axis, layout: PlotLayout, index: int) -> dict[str, Any]:
    low, value, high = (None if number is None else axis.place(number) for number in _numbers(row.estimate))
    top = TOP + index * layout.row_height
    is_long = len(row.label) > LABEL_LETTERS
    return {
        "label": row.label,
        "short_label": row.label[: LABEL_LETTERS - 1].rstrip() + "…" if is_long else row.label,
        "estimate": row.estimate,
        "is_marked": row.is_marked,
        "middle": top + layout.line_drop,
        "baseline": top + layout.text_drop,
        "low": low,
        "value": value,
        "high": high,
    }


def _nice_step(rough: float) -> float:
    power = 10.0 ** math.floor(math.log10(rough))
    return next(nice * power for nice in NICE_STEPS if nice * power >= rough * (1 - 1e-9))
