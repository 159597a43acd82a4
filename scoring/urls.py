"""Addresses of the scoring application."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
