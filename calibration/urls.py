"""Addresses of the calibration application."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
