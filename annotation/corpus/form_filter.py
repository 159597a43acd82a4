"""Filters of the list of tasks."""

from typing import Any

from django import forms
from django.db.models import QuerySet

from annotation import vocabulary
from annotation.models import Split, Task, TaskState


def _any_of(values: Any) -> list[tuple[str, str]]:
    return [("", "Any"), *values]


def _words(values: tuple[str, ...]) -> list[tuple[str, str]]:
    return _any_of((value, value) for value in values)


class TaskFilterForm(forms.Form):
    """Everything is optional; an empty form shows all tasks the reader may open."""

    uid = forms.CharField(label="Id contains", required=False, max_length=200)
    state = forms.ChoiceField(choices=_any_of(TaskState.choices), required=False)
    split = forms.ChoiceField(choices=_any_of(Split.choices), required=False)
    sub_category = forms.ChoiceField(
        label="Subcategory", choices=_words(vocabulary.SUBCATEGORIES), required=False
    )
    progression_stage = forms.ChoiceField(label="Stage", choices=_words(vocabulary.STAGES), required=False)
    age = forms.ChoiceField(choices=_words(vocabulary.AGES), required=False)
    turns = forms.ChoiceField(choices=_words(vocabulary.TURNS), required=False)

    def filtered(self, tasks: QuerySet[Task]) -> QuerySet[Task]:
        """The tasks that match; call after validation."""
        chosen = {name: value for name, value in self.cleaned_data.items() if value}
        uid = chosen.pop("uid", "")
        return tasks.filter(uid__icontains=uid, **chosen)
