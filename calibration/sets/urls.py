"""Addresses. Calibration sets."""

from django.urls import URLPattern, path

from calibration.sets import page_sets

urlpatterns: list[URLPattern] = [
    path("calibration/", page_sets.calibration_list, name="calibration_list"),
    path("calibration/new/", page_sets.calibration_draw, name="calibration_draw"),
    path("calibration/<str:name>/set/", page_sets.calibration_set, name="calibration_set"),
]
