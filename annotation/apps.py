from django.apps import AppConfig
from django.db.models.signals import post_migrate


class AnnotationConfig(AppConfig):
    """What is judged, by whom, and what they said."""

    name = "annotation"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from annotation.base.history_guard import guard_after_migrate
        from annotation.corpus.to_do import add_sources as add_tasks  # models exist only now
        from annotation.rounds.to_do import add_sources as add_rounds

        post_migrate.connect(guard_after_migrate)  # of every application
        add_rounds()
        add_tasks()
