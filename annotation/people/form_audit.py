"""Filters of the audit log."""

from typing import Any

from django import forms
from django.apps import apps
from django.db.models import QuerySet

from annotation.models import AuditEntry, Person


class DateInput(forms.DateInput):
    input_type = "date"


class AuditFilterForm(forms.Form):
    """Everything is optional; an empty form shows the whole log."""

    actor = forms.ModelChoiceField(label="Who", queryset=Person.objects.none(), required=False)
    verb = forms.ChoiceField(label="Did what", required=False)
    object_type = forms.ChoiceField(label="To what", required=False)
    since = forms.DateField(label="From", required=False, widget=DateInput)
    until = forms.DateField(label="To and including", required=False, widget=DateInput)

    def __init__(self, *args: Any, people: QuerySet[Person], entries: QuerySet[AuditEntry], **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.fields["actor"].queryset = people
        self.fields["actor"].empty_label = "Anybody"
        self.fields["verb"].choices = [("", "Anything"), *_present(entries, "verb")]
        self.fields["object_type"].choices = [("", "Anything"), *_present(entries, "object_type")]

    def filtered(self, entries: QuerySet[AuditEntry]) -> QuerySet[AuditEntry]:
        """Return the entries that match; call after validation, in the reader's time zone."""
        chosen = self.cleaned_data
        lookups = {
            "actor": chosen["actor"],
            "verb": chosen["verb"],
            "object_type": chosen["object_type"],
            "at__date__gte": chosen["since"],
            "at__date__lte": chosen["until"],
        }
        return entries.filter(**{name: value for name, value in lookups.items() if value})


def _present(entries: QuerySet[AuditEntry], column: str) -> list[tuple[str, str]]:
    values = entries.order_by(column).values_list(column, flat=True).distinct()
    return [(value, plain_words(value)) for value in values]


def plain_words(name: str) -> str:
    """`annotation.roundslot` or `close_round` as a reader says it."""
    try:
        return str(apps.get_model(name)._meta.verbose_name)
    except (LookupError, ValueError):
        return name.rpartition(".")[2].replace("_", " ")
