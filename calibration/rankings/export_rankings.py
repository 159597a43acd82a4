"""The panel rankings table: every panel of a ranking, best first."""

import pandas as pd

from annotation.base.errors import BadInputError
from annotation.models import Round
from annotation.tables.columns import BOOL, INT
from annotation.tables.kinds import layout_of
from calibration.models import PanelRanking, PanelScore

FRAME_TYPES = {INT: "Int64", BOOL: "boolean"}


def newest_ranking(round: Round | None = None) -> PanelRanking:
    """The newest finished ranking, of the round if one is given. Raises BadInputError when there is none."""
    rankings = PanelRanking.objects.filter(state=PanelRanking.State.DONE)
    if round is not None:
        rankings = rankings.filter(round=round)
    newest = rankings.order_by("-created_at", "-id").first()
    if newest is None:
        where = f"of the round {round.name} " if round else ""
        raise BadInputError(f"No ranking {where}is finished yet. Rank its panels first.")
    return newest


def rankings_table(ranking: PanelRanking) -> pd.DataFrame:
    """One row a panel in order of rank. Baselines (single judges, all together) are not panels and not in
    it.
    """
    names = [column.name for column in layout_of("panel_rankings").columns if "{n}" not in column.name]
    panels = ranking.panels.filter(kind=PanelScore.Kind.PANEL).order_by("rank")
    rows = list(panels.values_list("judges", *names))
    judges = pd.DataFrame([row[0] for row in rows]).rename(columns=lambda seat: f"judge_{seat + 1}")
    numbers = pd.DataFrame.from_records([row[1:] for row in rows], columns=names)
    kinds = {column.name: column.kind for column in layout_of("panel_rankings").columns}
    numbers = numbers.astype({name: FRAME_TYPES.get(kinds[name], "Float64") for name in names})
    return pd.concat([numbers[["rank"]], judges, numbers.drop(columns="rank")], axis=1)
