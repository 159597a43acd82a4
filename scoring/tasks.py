"""Background work of scoring: compute what the pages of a panel's scores show, before anybody opens them."""

from contextlib import suppress
from typing import Any

from celery.signals import worker_ready

from annotation.base.background import shared_task
from annotation.base.errors import BadInputError
from annotation.base.rebuilding import rebuild
from annotation.base.stamps import give_first_stamps
from annotation.models import Split
from calibration.models import FrozenPanel
from scoring.cells.cell_columns import panel_scope
from scoring.leaderboard.panel_cells import panels_with_cells
from scoring.leaderboard.report import ranked_leaderboard


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


def rebuild_panel_pages(panel: FrozenPanel) -> None:
    """The leaderboards of a panel, until nothing of it is written any more."""
    rebuild([panel_scope(panel.pk)], f"panel-{panel.pk}", lambda: _compute(panel))


def give_missing_stamps() -> None:
    """First stamps for what came in before there were any."""
    give_first_stamps(panel_scope(panel.pk) for panel in panels_with_cells())


def _compute(panel: FrozenPanel) -> None:
    for split in Split.values:
        with suppress(BadInputError):  # no cells there
            ranked_leaderboard(panel, split)
