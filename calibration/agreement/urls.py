"""Addresses. Agreement among clinicians."""

from django.urls import URLPattern, path

from calibration.agreement import page_agreement

urlpatterns: list[URLPattern] = [
    path("calibration/<str:name>/", page_agreement.round_agreement, name="round_agreement"),
    path("calibration/<str:name>/agreement.csv", page_agreement.agreement_csv, name="agreement_csv"),
]
