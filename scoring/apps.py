from django.apps import AppConfig


class ScoringConfig(AppConfig):
    """Grade models with the frozen panel."""

    name = "scoring"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from annotation.base.rebuild import add_rebuilding_task
        from annotation.jobs.kinds import JobKind, add_job_kind
        from scoring.leaderboard.to_do import add_sources  # models exist only now

        add_rebuilding_task("panel", "scoring.tasks.rebuild_panel")
        add_sources()
        add_job_kind(
            "import_table",
            JobKind(
                run="scoring.tables.import_jobs.run_import",
                outcome_template="scoring/_import_outcome.html",
                back=("table_list", "Tables"),
            ),
        )
