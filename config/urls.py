"""The site's addresses. Each application owns its own; /healthz is answered by config.health before these."""

from django.urls import include, path

urlpatterns = [
    path("account/", include("allauth.urls")),
    path("api/", include("config.api_urls")),
    path("", include("annotation.urls")),
    path("", include("calibration.urls")),
    path("", include("scoring.urls")),
]
