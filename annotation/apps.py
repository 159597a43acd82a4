from django.apps import AppConfig


class AnnotationConfig(AppConfig):
    """What is judged, by whom, and what they said."""

    name = "annotation"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from annotation.corpus.to_do import add_sources as add_tasks  # models exist only now
        from annotation.rounds.to_do import add_sources as add_rounds

        add_rounds()
        add_tasks()
