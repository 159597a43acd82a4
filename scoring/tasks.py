"""Background work of scoring."""

from typing import Any

from celery.signals import worker_ready

from annotation.base.background import shared_task
from calibration.models import FrozenPanel
from scoring.leaderboard.frames import panels_with_cells
from scoring.rebuild import give_missing_stamps, rebuild_panel_pages


@shared_task(name="scoring.rebuild_panel", ignore_result=True)
def rebuild_panel(panel_id: int) -> None:
    """Compute what the pages of a panel show, after its judgments or cells were written."""
    rebuild_panel_pages(FrozenPanel.objects.get(pk=panel_id))


@worker_ready.connect
def rebuild_panels(**_: Any) -> None:
    """Look at every panel that has graded: what another version of the code computed counts no more."""
    give_missing_stamps()
    for panel in panels_with_cells():
        rebuild_panel.delay(panel.pk)
