"""The site's addresses. Each application owns its own; /healthz is answered by config.health before these."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path

admin.site.login = secure_admin_login(
    admin.site.login
)  # one way to sign in, with second steps and rate limits

urlpatterns = [
    path("account/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    path("api/", include("config.api_urls")),
    path("", include("annotation.urls")),
    path("", include("calibration.urls")),
    path("", include("scoring.urls")),
]
