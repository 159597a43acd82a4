"""Addresses. The first page."""

from django.urls import URLPattern, path

from annotation.site.page_home import home

urlpatterns: list[URLPattern] = [
    path("", home, name="home"),
]
