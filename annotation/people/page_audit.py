"""/audit/: who did what, newest first, with filters."""

from typing import Any

from django import forms
from django.apps import apps
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from annotation.access import admin_required, audit_entries_for, people_for
from annotation.models import AuditEntry, Person
from annotation.site.choices import is_sound_filter, page_in


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


ENTRIES_PER_PAGE = 50
LONGEST_AT_A_GLANCE = 40  # letters of a detail; what is longer, such as a hash, opens on request


@require_safe
@admin_required
def audit_list(request: HttpRequest) -> HttpResponse:
    entries = audit_entries_for(request.user).select_related("actor")
    form = AuditFilterForm(request.GET, people=people_for(request.user), entries=entries)
    is_sound = is_sound_filter(form)
    matching = form.filtered(entries) if is_sound else entries.none()
    page = page_in(request, matching, ENTRIES_PER_PAGE)
    context = {
        "form": form,
        "page": page,
        "rows": [_row(entry) for entry in page],
        "is_filtered": any(request.GET.get(name) for name in form.fields),
    }
    return render(request, "annotation/audit_list.html", context, status=200 if is_sound else 422)


def _row(entry: AuditEntry) -> dict[str, object]:
    facts = [(plain_words(name), _plain(value)) for name, value in entry.detail.items()]
    hashes = [("hash before", entry.before_hash), ("hash after", entry.after_hash)]
    return {
        "entry": entry,
        "did": plain_words(entry.verb),
        "to": plain_words(entry.object_type),
        "facts": [fact for fact in facts if len(fact[1]) <= LONGEST_AT_A_GLANCE],
        "more": [
            *(fact for fact in facts if len(fact[1]) > LONGEST_AT_A_GLANCE),
            *(fact for fact in hashes if fact[1]),
        ],
    }


def _plain(value: object) -> str:
    """A JSON value in words."""
    if value is None:
        return "not given"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(_plain(part) for part in value) or "none"
    if isinstance(value, dict):
        return ", ".join(f"{plain_words(name)} {_plain(part)}" for name, part in value.items()) or "none"
    return str(value)
