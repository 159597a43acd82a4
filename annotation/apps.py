from django.apps import AppConfig


class AnnotationConfig(AppConfig):
    """What is judged, by whom, and what they said."""

    name = "annotation"
    default_auto_field = "django.db.models.BigAutoField"
