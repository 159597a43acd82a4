"""All addresses: the API's and the site's. Read by config.api with the first request to the API."""

from django.http import HttpRequest, HttpResponse
from django.urls import include, path, re_path
from django.views.decorators.csrf import csrf_exempt

from annotation.api.base import NothingHereView


@csrf_exempt  # as every endpoint: those that change something ask for the token themselves
def schema(request: HttpRequest) -> HttpResponse:
    """The OpenAPI schema."""
    from drf_spectacular.views import SpectacularAPIView  # here, because describing the API loads a lot

    return SpectacularAPIView.as_view()(request)


@csrf_exempt
def docs(request: HttpRequest) -> HttpResponse:
    """The schema in readable form."""
    from drf_spectacular.views import SpectacularSwaggerSplitView

    # The split view keeps its script in a file of its own, which the content security policy asks for.
    return SpectacularSwaggerSplitView.as_view(url_name="api_schema")(request)


api_patterns = [
    path("schema/", schema, name="api_schema"),
    path("docs/", docs, name="api_docs"),
    path("", include("annotation.api.urls")),
    re_path("", NothingHereView.as_view(), name="api_nothing"),  # whatever else begins with /api/
]
urlpatterns = [path("api/", include(api_patterns)), path("", include("config.urls"))]
handler500 = "config.doors.answer_to_fault"
