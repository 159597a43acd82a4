"""Addresses of the calibration application: each folder names its own."""

from django.urls import URLResolver, include, path

FOLDERS = ("sets", "agreement", "judges", "rankings", "panels")

urlpatterns: list[URLResolver] = [path("", include(f"calibration.{folder}.urls")) for folder in FOLDERS]
