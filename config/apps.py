from django.apps import AppConfig


class SiteConfig(AppConfig):
    """How an installation is set up, started and checked."""

    name = "config"

    def ready(self) -> None:
        from config import checks  # noqa: F401 - registers them
