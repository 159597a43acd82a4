"""Addresses of the annotation application: each folder names its own."""

from django.urls import URLResolver, include, path

FOLDERS = ("site", "people", "corpus", "care", "labelling", "rounds", "jobs")

urlpatterns: list[URLResolver] = [path("", include(f"annotation.{folder}.urls")) for folder in FOLDERS]
