"""Addresses of the scoring application: each folder names its own."""

from django.urls import URLResolver, include, path

FOLDERS = ("tables", "leaderboard")

urlpatterns: list[URLResolver] = [path("", include(f"scoring.{folder}.urls")) for folder in FOLDERS]
