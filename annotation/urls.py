"""Addresses of the annotation application."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
