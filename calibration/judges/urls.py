"""Addresses. Judges and their votes."""

from django.urls import URLPattern, path

from calibration.judges import page_judges
from calibration.judges.page_registry import judge_change, judge_new

urlpatterns: list[URLPattern] = [
    path("judges/", page_judges.judge_list, name="judge_list"),
    path("judges/new/", judge_new, name="judge_new"),
    path("judges/<int:judge_id>/", page_judges.judge_detail, name="judge_detail"),
    path("judges/<int:judge_id>/change/", judge_change, name="judge_change"),
]
