"""Sort and filter the panels of a ranking, in the database."""

import json
from typing import Any

from django import forms
from django.db.models import F, OrderBy, QuerySet, TextField, Value
from django.db.models.expressions import CombinedExpression
from django.db.models.functions import Cast, StrIndex

from calibration.models import PanelScore

HIGHER_FIRST = ("kappa", "kappa_corrected", "macro_f1", "agreement", "mcc", "gwet_ac1", "p_best", "families")
LOWER_FIRST = (
    "rank",
    "rank_low",
    "false_met_rate",
    "false_not_met_rate",
    "net_bias",
    "units",
    "units_reduced",
    "ties",
    "units_no_vote",
    "cost_per_1000",
)
SORTABLE = (*LOWER_FIRST, *HIGHER_FIRST)


class PanelFilter(forms.Form):
    """Everything is optional: all panels in order of rank. `sort` and `reverse` come from links."""

    has = forms.ChoiceField(label="With", required=False)
    also = forms.ChoiceField(label="And with", required=False)
    without = forms.ChoiceField(label="Without", required=False)
    families = forms.TypedChoiceField(
        label="Families, at least", required=False, coerce=int, empty_value=None
    )
    only_set = forms.BooleanField(label="Only those that cannot be told from the best", required=False)
    sort = forms.ChoiceField(
        required=False, choices=[(key, key) for key in SORTABLE], widget=forms.HiddenInput
    )
    reverse = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, judges: list[str], size: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("has", "also", "without"):
            self.fields[name].choices = [("", "Any judge" if name != "without" else "Nobody")]
            self.fields[name].choices += [(judge, judge) for judge in judges]
        self.fields["families"].choices = [("", "Any number"), *((n, str(n)) for n in range(2, size + 1))]

    @property
    def shown_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in ("has", "also", "without", "families")]

    def panels(self, panels: QuerySet[PanelScore]) -> QuerySet[PanelScore]:
        """The panels that match, in order; call after validation. A missing value comes last either way."""
        chosen = self.cleaned_data
        for judge in filter(None, (chosen["has"], chosen["also"])):
            panels = panels.alias(seat=_place_of(judge)).filter(seat__gt=0)
        if chosen["without"]:
            panels = panels.alias(seat=_place_of(chosen["without"])).filter(seat=0)
        if chosen["families"]:
            panels = panels.filter(families__gte=chosen["families"])
        if chosen["only_set"]:
            panels = panels.filter(in_indifference_set=True)
        return panels.order_by(OrderBy(F(self.key), descending=self.is_descending, nulls_last=True), "rank")

    @property
    def key(self) -> str:
        return self.cleaned_data.get("sort") or "rank"

    @property
    def is_descending(self) -> bool:
        return (self.key in HIGHER_FIRST) != bool(self.cleaned_data.get("reverse"))


def _place_of(judge: str) -> CombinedExpression:
    """Above 0 where the judge sits: its name in the stored JSON, which one database escapes, another not."""
    names = Cast("judges", TextField())
    spellings = (json.dumps(judge), json.dumps(judge, ensure_ascii=False))
    escaped, plain = (StrIndex(names, Value(spelling)) for spelling in spellings)
    return escaped + plain
