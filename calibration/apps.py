from django.apps import AppConfig


class CalibrationConfig(AppConfig):
    """Do the clinicians agree, which judges agree with them, which panel is frozen."""

    name = "calibration"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from annotation.base.rebuild import add_rebuilding_task
        from calibration.to_do import add_sources  # models exist only now

        add_rebuilding_task("round", "calibration.rankings.tasks.rebuild_round")
        add_sources()
