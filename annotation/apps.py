from django.apps import AppConfig


class AnnotationConfig(AppConfig):
    """What is judged, by whom, and what they said."""

    name = "annotation"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from annotation import rounds_waiting
        from annotation.corpus import to_do  # models exist only now

        rounds_waiting.add_sources()
        to_do.add_sources()
