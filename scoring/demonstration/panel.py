"""The demo's judges, their votes, the ranking, the panel frozen from it, and what that panel judged."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pandas as pd

from annotation.corpus.imports.import_source import ImportSource, read_source
from annotation.demo import tables as demo
from annotation.models import Person, Round
from annotation.tables.files.writing import write_table
from calibration.judges.import_votes import import_votes
from calibration.models import FrozenPanel, Judge, PanelRanking
from calibration.panels.freeze import freeze_panel
from calibration.rankings.run import plan_ranking, run_ranking
from scoring.cells.import_judgments import import_judgments

JUDGE_FIELDS = ("provider", "family", "decoding", "price_in", "price_out")


def load_votes_and_panel(actor: Person, round: Round) -> FrozenPanel:
    """Register judges, bring in votes, rank, freeze the recommended panel, bring in its judgments."""
    for judge in demo.judges():
        facts = {name: judge[name] for name in JUDGE_FIELDS}
        Judge.objects.get_or_create(judge_id=judge["judge_id"], defaults=facts)
    with _as_source("votes", demo.candidate_votes()) as votes:
        import_votes(source=votes, actor=actor, round=round)
    panel = FrozenPanel.objects.filter(ranking__round=round).order_by("frozen_at").first()
    if panel is None:
        panel = freeze_panel(ranking=_ranking(actor, round), actor=actor)
    seats = panel.seats.order_by("position").values_list("judge__judge_id", flat=True)
    with _as_source("judgments", demo.panel_judgments(list(seats))) as judgments:
        import_judgments(source=judgments, panel=panel, actor=actor)
    return panel


def _ranking(actor: Person, round: Round) -> PanelRanking:
    done = round.rankings.filter(state=PanelRanking.State.DONE).order_by("created_at").first()
    return done or run_ranking(ranking=plan_ranking(round=round, actor=actor))


@contextmanager
def _as_source(kind: str, frame: pd.DataFrame) -> Iterator[ImportSource]:
    """The frame as the file it would have come in, so that it takes the same road as a real one."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"demo_{kind}.csv"
        write_table(kind, frame, path)
        yield read_source(kind, path)
