"""Addresses. Scores, from the leaderboard down to a vote."""

from django.urls import URLPattern, path

from scoring.leaderboard import page_scores

urlpatterns: list[URLPattern] = [
    path("scores/", page_scores.score_list, name="score_list"),
    path("scores/cell/<int:cell_id>/", page_scores.score_cell, name="score_cell"),
    path("scores/<path:model_id>/", page_scores.score_model, name="score_model"),
]
