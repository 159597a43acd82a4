"""Addresses of the annotation application."""

from django.urls import URLPattern, path

from annotation.views.account import account_settings
from annotation.views.home import home
from annotation.views.support import support

urlpatterns: list[URLPattern] = [
    path("", home, name="home"),
    path("support/", support, name="support"),
    path("account/", account_settings, name="account_settings"),
]
