"""/tasks/: the corpus with its filters, and one task with its conversation, rubric, reference and history."""

from typing import Any

from django import forms
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from annotation import vocabulary
from annotation.access import author_required, tasks_for
from annotation.corpus.task_history import history_of
from annotation.models import CriterionVersion, RubricRevision, Split, Task, TaskState
from annotation.site.choices import is_sound_filter, page_in


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


TASKS_PER_PAGE = 50


@require_safe
@author_required
def task_list(request: HttpRequest) -> HttpResponse:
    """All tasks the reader may open, with filters."""
    form = TaskFilterForm(request.GET)
    is_sound = is_sound_filter(form)
    tasks = form.filtered(tasks_for(request.user)) if is_sound else Task.objects.none()
    context = {
        "form": form,
        "page": page_in(request, _with_criteria(tasks), TASKS_PER_PAGE),
        "is_filtered": any(request.GET.get(name) for name in form.fields),
    }
    return render(request, "annotation/task_list.html", context, status=200 if is_sound else 422)


@require_safe
@author_required
def task_detail(request: HttpRequest, uid: str) -> HttpResponse:
    """One task as it stands now, and how it came to be so."""
    task = get_object_or_404(tasks_for(request.user), uid=uid)
    rubric = task.rubric_revisions.order_by("-number").first()
    criteria = rubric.criterion_versions.select_related("criterion").order_by("position") if rubric else []
    context = {
        "task": task,
        "prompts": task.prompts.order_by("position"),
        "rubric": rubric,
        "criteria": criteria,
        "total_weight": sum(version.weight for version in criteria),
        "reference": task.reference_revisions.order_by("-number").first(),
        "history": history_of(task),
    }
    return render(request, "annotation/task_detail.html", context)


def _with_criteria(tasks):
    """Each task with the number of criteria in its newest rubric; None without a rubric."""
    newest = RubricRevision.objects.filter(task=OuterRef("pk")).order_by("-number").values("pk")[:1]
    count = (
        CriterionVersion.objects.filter(revision=OuterRef("newest"))
        .order_by()
        .values("revision")
        .annotate(n=Count("pk"))
        .values("n")
    )
    return tasks.annotate(newest=Subquery(newest)).annotate(n_criteria=Subquery(count)).order_by("uid")
