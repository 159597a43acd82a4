"""Addresses. Care for the reader: exposure, pauses, topics left out, support."""

from django.urls import URLPattern, path

from annotation.care import page_exposure, page_pause
from annotation.care.page_support import support

urlpatterns: list[URLPattern] = [
    path("support/", support, name="support"),
    path("label/<str:name>/<int:item>/take-back/", page_exposure.label_take_back, name="label_take_back"),
    path("label/<str:name>/pause/", page_pause.label_pause, name="label_pause"),
    path("label/<str:name>/pause/aside/", page_pause.label_pause_aside, name="label_pause_aside"),
    path("account/exposure/", page_exposure.account_exposure, name="account_exposure"),
    path("account/topics/", page_exposure.account_topics, name="account_topics"),
]
