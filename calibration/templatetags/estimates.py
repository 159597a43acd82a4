"""Estimates on a page: always value, interval and what they rest on; a reason where there is no value."""

from collections.abc import Iterable
from typing import Any

from django import template

from annotation.templatetags.concord import EN_DASH, coefficient, percent
from calibration import interval_plot
from calibration.interval_plot import PlotRow
from calibration.stats.resampling.headline import WORDS
from calibration.stats.resampling.reasons import SENTENCES

register = template.Library()

SPARK_WIDTH = 144.0


@register.inclusion_tag("components/estimate.html")
def estimate(shown: Any, unit: str = "pairs", style: str = "coefficient") -> dict[str, Any]:
    """`.621 (.598 to .644) · 2,892 pairs, 75 tasks`. `style`: coefficient or percent."""
    return {**_words(shown, style), "estimate": shown, "unit": unit}


@register.inclusion_tag("components/estimate.html")
def estimate_only(shown: Any, style: str = "coefficient") -> dict[str, Any]:
    """Value and interval without n, for a table whose columns already say it."""
    return {**_words(shown, style), "estimate": shown, "unit": ""}


@register.filter
def reason_words(reason: str | None) -> str:
    """The sentence behind a reason code; a code nobody wrote a sentence for stays readable."""
    return "" if reason is None else SENTENCES.get(reason, reason.replace("_", " "))


@register.filter
def remark(shown: Any) -> str:
    """Why there is no value or no interval, or else which interval it is."""
    return reason_words(shown.reason) or WORDS.get(getattr(shown, "method", ""), "")


@register.inclusion_tag("components/interval_plot.html")
def interval_plot_of(
    rows: Iterable[PlotRow],
    title: str,
    description: str,
    ident: str,
    style: str = "coefficient",
    unit: str = "pairs",
    low: float | None = None,
    high: float | None = None,
    head: str = "",
) -> dict[str, Any]:
    """A forest plot with its table. `ident` names it on the page; `head` heads the table's first column."""
    rows = list(rows)
    layouts = (interval_plot.WIDE, interval_plot.NARROW)
    return {
        "title": title,
        "description": description,
        "ident": ident,
        "unit": unit,
        "head": head or "What",
        "rows": [{"row": row, **_words(row.estimate, style)} for row in rows],
        "remarks": [row for row in rows if row.estimate.reason],
        "drawings": [_drawing(rows, layout, style, low, high) for layout in layouts],
    }


@register.inclusion_tag("components/spark.html")
def spark(shown: Any, low: float = 0, high: float = 1) -> dict[str, Any]:
    """A small dot on a line for a table row; the numbers stand beside it, so it is silent to a reader."""
    axis = interval_plot.axis_for([], low=low, high=high, left=4, right=SPARK_WIDTH - 4)
    positions = {
        name: None if getattr(shown, name) is None else axis.place(getattr(shown, name))
        for name in ("low", "value", "high")
    }
    return {"places": positions, "width": SPARK_WIDTH, "left": axis.left, "right": axis.right}


def _drawing(
    rows: list[PlotRow], layout: interval_plot.PlotLayout, style: str, low: float | None, high: float | None
) -> dict[str, Any]:
    axis = interval_plot.axis_of(rows, layout, low=low, high=high)
    foot = interval_plot.axis_foot(len(rows), layout)
    tick_words = _tick_words(style)
    return {
        "layout": layout,
        "rows": [
            row | _words(row["estimate"], style) for row in interval_plot.drawn_rows(rows, axis, layout)
        ],
        "ticks": [{"x": axis.place(tick), "text": tick_words(tick, axis)} for tick in axis.ticks],
        "zero": axis.place(0) if axis.low < 0 < axis.high else None,
        "top": interval_plot.TOP,
        "foot": foot,
        "height": foot + interval_plot.AXIS_HEIGHT,
        "tick_baseline": foot + interval_plot.TICK_DROP,
    }


def _words(shown: Any, style: str) -> dict[str, str]:
    number = percent if style == "percent" else coefficient
    has_interval = shown.low is not None and shown.high is not None
    return {
        "value_words": EN_DASH if shown.value is None else number(shown.value),
        "range_words": f"{number(shown.low)} to {number(shown.high)}" if has_interval else "",
    }


def _tick_words(style: str) -> Any:
    def tick_words(tick: float, axis: interval_plot.Axis) -> str:
        step = axis.ticks[1] - axis.ticks[0] if len(axis.ticks) > 1 else 1.0
        if style == "percent":
            return percent(tick, 0 if step >= 0.01 else 1)
        digits = next(digits for digits in range(1, 7) if abs(round(step, digits) - step) < 1e-9)
        return "0" if tick == 0 else coefficient(tick, digits)

    return tick_words
