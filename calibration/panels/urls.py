"""Addresses. Frozen panels."""

from django.urls import URLPattern, path

from calibration.panels import page_panels
from calibration.panels.page_freeze import ranking_freeze

urlpatterns: list[URLPattern] = [
    path("rankings/<int:ranking_id>/freeze/", ranking_freeze, name="ranking_freeze"),
    path("panels/", page_panels.panel_list, name="panel_list"),
    path("panels/<str:name>/", page_panels.panel_detail, name="panel_detail"),
    path("panels/<str:name>/verify/", page_panels.panel_verify, name="panel_verify"),
    path("panels/<str:name>/selected_judge_panel.json", page_panels.panel_manifest, name="panel_manifest"),
]
