"""Addresses. Tasks with their rubrics and references."""

from django.urls import URLPattern, path

from annotation.corpus import page_tasks

urlpatterns: list[URLPattern] = [
    path("tasks/", page_tasks.task_list, name="task_list"),
    path("tasks/<path:uid>/", page_tasks.task_detail, name="task_detail"),
]
