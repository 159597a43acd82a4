"""The columns of the table of panels: few by default, all of the published table on request."""

from dataclasses import dataclass

from calibration.rankings.form_filter import PanelFilter

ESSENTIAL = {
    "rank": "Rank",
    "judges": "Judges",
    "kappa": "Kappa",
    "kappa_corrected": "Corrected",
    "p_best": "Best with",
    "rank_low": "Rank could be",
    "false_met_rate": "False met",
    "false_not_met_rate": "False not met",
    "net_bias": "Net bias",
    "units_reduced": "Reduced",
    "cost_per_1000": "Cost",
}
MORE = {
    "macro_f1": "Macro-F1",
    "agreement": "Agreement",
    "mcc": "MCC",
    "gwet_ac1": "AC1",
    "units": "Pairs",
    "ties": "Ties",
    "units_no_vote": "No vote",
    "families": "Families",
}


@dataclass(frozen=True)
class Heading:
    """A column's heading. sorted: ascending, descending or none, as screen readers are told; None where the
    column cannot be sorted by. reverse: what the heading's link asks for.
    """

    key: str
    words: str
    sorted: str | None
    reverse: str | None


def headings(form: PanelFilter, with_all: bool) -> list[Heading]:
    """The columns shown, each with the link that sorts by it, or turns the order round."""
    columns = ESSENTIAL | MORE if with_all else ESSENTIAL
    return [_heading(key, words, form) for key, words in columns.items()]


def _heading(key: str, words: str, form: PanelFilter) -> Heading:
    if key == "judges":
        return Heading(key, words, None, None)
    if key != form.key:
        return Heading(key, words, "none", None)
    order = "descending" if form.is_descending else "ascending"
    return Heading(key, words, order, None if form.cleaned_data.get("reverse") else "on")
