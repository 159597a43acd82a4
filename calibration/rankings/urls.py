"""Addresses. Rankings of all panels."""

from django.urls import URLPattern, path

from calibration.rankings import page_rankings

urlpatterns: list[URLPattern] = [
    path("calibration/<str:name>/rank/", page_rankings.ranking_new, name="ranking_new"),
    path("rankings/<int:ranking_id>/", page_rankings.ranking_detail, name="ranking_detail"),
    path("rankings/<int:ranking_id>/progress/", page_rankings.ranking_progress, name="ranking_progress"),
    path("rankings/<int:ranking_id>/panels.csv", page_rankings.ranking_table, name="ranking_table"),
    path("rankings/<int:ranking_id>/compare/", page_rankings.ranking_compare, name="ranking_compare"),
]
