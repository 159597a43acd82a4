"""The programs' door: each application's endpoints, the OpenAPI schema and its readable form."""

from django.urls import include, path, re_path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from annotation.api.door import NothingHereView

urlpatterns = [
    path("schema/", SpectacularAPIView.as_view(), name="api_schema"),
    # The split view keeps its script in a file of its own, which the content security policy asks for.
    path("docs/", SpectacularSwaggerSplitView.as_view(url_name="api_schema"), name="api_docs"),
    path("", include("annotation.api.urls")),
    re_path("", NothingHereView.as_view(), name="api_nothing"),  # whatever else begins with /api/
]
