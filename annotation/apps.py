from django.apps import AppConfig


class AnnotationConfig(AppConfig):
    """What is judged, by whom, and what they said."""

    name = "annotation"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from annotation.rounds_waiting import add_sources  # models exist only now

        add_sources()
