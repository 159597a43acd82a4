"""Addresses. Tables in and out."""

from django.urls import URLPattern, path

from scoring.tables import page_tables

urlpatterns: list[URLPattern] = [
    path("tables/", page_tables.table_list, name="table_list"),
    path("tables/export/", page_tables.table_export, name="table_export"),
]
