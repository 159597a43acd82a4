"""Addresses that fail on purpose, beside the real ones that the error pages link to."""

from django.core.exceptions import SuspiciousOperation
from django.urls import path

from config.urls import urlpatterns as real


def fails(request):
    raise RuntimeError("on purpose")


def refuses(request):
    raise SuspiciousOperation("on purpose")


urlpatterns = [path("fails/", fails), path("refuses/", refuses), *real]
