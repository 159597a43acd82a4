"""Addresses of the scoring application."""

from django.urls import URLPattern, path

from scoring.views import scores

urlpatterns: list[URLPattern] = [
    path("scores/", scores.score_list, name="score_list"),
    path("scores/cell/<int:cell_id>/", scores.score_cell, name="score_cell"),
    path("scores/<path:model_id>/", scores.score_model, name="score_model"),
]
