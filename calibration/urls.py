"""Addresses of the calibration application."""

from django.urls import URLPattern, path

from calibration.agreement import page_agreement
from calibration.judges import page_judges
from calibration.judges.page_registry import judge_change, judge_new
from calibration.panels import page_panels
from calibration.panels.page_freeze import ranking_freeze
from calibration.rankings import page_rankings
from calibration.sets import page_sets

urlpatterns: list[URLPattern] = [
    path("calibration/", page_sets.calibration_list, name="calibration_list"),
    path("calibration/new/", page_sets.calibration_draw, name="calibration_draw"),
    path("calibration/<str:name>/", page_agreement.round_agreement, name="round_agreement"),
    path("calibration/<str:name>/agreement.csv", page_agreement.agreement_csv, name="agreement_csv"),
    path("calibration/<str:name>/set/", page_sets.calibration_set, name="calibration_set"),
    path("calibration/<str:name>/rank/", page_rankings.ranking_new, name="ranking_new"),
    path("judges/", page_judges.judge_list, name="judge_list"),
    path("judges/new/", judge_new, name="judge_new"),
    path("judges/<int:judge_id>/", page_judges.judge_detail, name="judge_detail"),
    path("judges/<int:judge_id>/change/", judge_change, name="judge_change"),
    path("rankings/<int:ranking_id>/", page_rankings.ranking_detail, name="ranking_detail"),
    path("rankings/<int:ranking_id>/progress/", page_rankings.ranking_progress, name="ranking_progress"),
    path("rankings/<int:ranking_id>/panels.csv", page_rankings.ranking_table, name="ranking_table"),
    path("rankings/<int:ranking_id>/compare/", page_rankings.ranking_compare, name="ranking_compare"),
    path("rankings/<int:ranking_id>/freeze/", ranking_freeze, name="ranking_freeze"),
    path("panels/", page_panels.panel_list, name="panel_list"),
    path("panels/<str:name>/", page_panels.panel_detail, name="panel_detail"),
    path("panels/<str:name>/verify/", page_panels.panel_verify, name="panel_verify"),
    path("panels/<str:name>/selected_judge_panel.json", page_panels.panel_manifest, name="panel_manifest"),
]
