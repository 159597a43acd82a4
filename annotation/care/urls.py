"""Addresses. Care for the reader: exposure, pauses, topics left out, support."""

from django.urls import URLPattern, path

from annotation.care import page_care

urlpatterns: list[URLPattern] = [
    path("support/", page_care.support, name="support"),
    path("label/<str:name>/<int:item>/take-back/", page_care.label_take_back, name="label_take_back"),
    path("label/<str:name>/pause/", page_care.label_pause, name="label_pause"),
    path("label/<str:name>/pause/aside/", page_care.label_pause_aside, name="label_pause_aside"),
    path("account/exposure/", page_care.account_exposure, name="account_exposure"),
    path("account/topics/", page_care.account_topics, name="account_topics"),
]
