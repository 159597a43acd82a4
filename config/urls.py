"""The addresses of the site's pages. Each application owns its own.

/healthz is answered by config.health before these; what begins with /api/ is looked up in config.api_urls.
"""

from django.urls import include, path

urlpatterns = [
    path("account/", include("allauth.urls")),
    path("", include("annotation.urls")),
    path("", include("calibration.urls")),
    path("", include("scoring.urls")),
]
handler500 = "config.doors.answer_to_fault"
