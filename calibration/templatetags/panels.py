"""Words and amounts of judges and panels."""

from django import template

from annotation.templatetags.concord import coefficient, thousands
from calibration.models import PanelScore
from calibration.rankings.stored_estimates import shown_kappa
from calibration.words import STATISTIC_WORDS

register = template.Library()

UNKNOWN = "unknown"


@register.filter
def measure_words(name: str) -> str:
    """`false_met_rate` as "False met"."""
    return STATISTIC_WORDS.get(name, name.replace("_", " ").capitalize())


@register.filter
def usd(amount: float | None) -> str:
    """`$4.20`, `$0.0031`; unknown is a word, never 0."""
    if amount is None:
        return UNKNOWN
    digits = 2 if amount >= 0.1 or amount == 0 else 4
    return f"${amount:,.{digits}f}"


@register.filter
def seconds(milliseconds: float | None) -> str:
    """Milliseconds as `1.4 s`."""
    return UNKNOWN if milliseconds is None else f"{milliseconds / 1000:.1f} s"


@register.filter
def signed(value: float | None) -> str:
    """A share of 0 to 1 with its sign, in percent: `+3.1%`."""
    if value is None:
        return "–"
    return f"{value * 100:+.1f}%".replace("-", "−")


@register.filter
def kappa_range(row: PanelScore) -> str:
    """The headline interval of a panel's kappa as `.598 to .644`; nothing where there is none."""
    low, high, _ = shown_kappa(vars(row))
    return "" if low is None or high is None else f"{coefficient(low)} to {coefficient(high)}"


@register.filter
def rank_range(low: int | None, high: int | None) -> str:
    """`1 to 14`; an en dash where there is no interval."""
    if low is None or high is None:
        return "–"
    return thousands(low) if low == high else f"{thousands(low)} to {thousands(high)}"
