"""Addresses of the scoring application."""

from django.urls import URLPattern, path

from scoring.leaderboard import page_scores
from scoring.tables import page_tables

urlpatterns: list[URLPattern] = [
    path("tables/", page_tables.table_list, name="table_list"),
    path("tables/export/", page_tables.table_export, name="table_export"),
    path("scores/", page_scores.score_list, name="score_list"),
    path("scores/cell/<int:cell_id>/", page_scores.score_cell, name="score_cell"),
    path("scores/<path:model_id>/", page_scores.score_model, name="score_model"),
]
