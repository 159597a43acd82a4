"""What generates the description of the API."""

from typing import Any

from drf_spectacular.generators import SchemaGenerator

from annotation.api import schema  # noqa: F401 - how one signs in is described once it is imported
from config.api import API_URLCONF


class APISchemaGenerator(SchemaGenerator):
    """Describes what is below /api/, which the site's own addresses do not hold."""

    def __init__(self, *args: Any, urlconf: str | None = None, **options: Any) -> None:
        super().__init__(*args, urlconf=urlconf or API_URLCONF, **options)
