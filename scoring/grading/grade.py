"""Grade responses from files alone: tasks, responses and a panel's votes in; verdicts, cell scores and means
out.

Pure: no database, no call to a judge. Whoever has the votes (from a judge run, or from a published table)
gets the same numbers as the site.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from annotation.base.errors import BadInputError
from annotation.tables.check_against_corpus import check_against, index_of
from calibration.panels.manifest import PanelManifest
from calibration.stats.resampling.draws import task_draws
from calibration.stats.scores.scored_cells import ScoredCells
from scoring.cells.cells_from_votes import CellTable, cells_from_judgments, judgments_from_votes
from scoring.grading.panel_file import check_seal, panel_judges
from scoring.leaderboard.standings import standings


@dataclass(frozen=True, eq=False)
class GradeResult:
    """judgments: the judgments table. cells: the score of each response. means: `means_of_models`."""

    judgments: pd.DataFrame
    cells: CellTable
    means: dict[str, Any]


def grade(
    tasks: pd.DataFrame,
    responses: pd.DataFrame,
    votes: pd.DataFrame,
    panel: PanelManifest,
    draws: int = 10_000,
) -> GradeResult:
    """Grade by the rules of DESIGN.md section 5.

    tasks, responses, votes: frames of these tables (`read_table`). panel: the manifest
    in its file, or one that only names its judges. draws: bootstrap draws of the intervals. Raises
    BadInputError for a panel without judges or whose hash does not fit its content, and for responses or
    votes about tasks or criteria that are not there.
    """
    check_seal(panel)
    judges = panel_judges(panel)
    check_tables(tasks, responses, votes)
    judgments = judgments_from_votes(tasks, responses, votes, judges)
    cells = cells_from_judgments(judgments)
    return GradeResult(judgments, cells, means_of_models(cells, draws))


def check_tables(tasks: pd.DataFrame, responses: pd.DataFrame, votes: pd.DataFrame | None = None) -> None:
    """Raise BadInputError for responses or votes about tasks, turns or criteria that are not there."""
    index = index_of(tasks)
    problems = []
    for kind, frame in (("responses", responses), ("votes", votes)):
        if frame is not None:
            problems += check_against(kind, frame, index, kind)[0]
    if problems:
        raise BadInputError(problems)


def means_of_models(cells: CellTable, draws: int = 10_000) -> dict[str, Any]:
    """The content of model_means.json: each model's mean with its interval, best first, and the draws they
    rest on.

    Tasks are drawn, all models on the same draws. A model without a cell that counts has null and comes last.
    """
    frame = cells.frame
    tasks, task_numbers = np.unique(frame["unique_id"].to_numpy(dtype=str), return_inverse=True)
    models, model_numbers = np.unique(frame["model_id"].to_numpy(dtype=str), return_inverse=True)
    scored = ScoredCells.of(
        task_numbers,
        model_numbers,
        frame["score"].to_numpy(dtype=float, na_value=np.nan),
        frame["included"].to_numpy(dtype=bool),
        n_tasks=len(tasks),
        n_models=len(models),
    )
    drawn = task_draws(len(tasks), draws)
    rows = standings(models.tolist(), scored, cells.dimension_scores, drawn)
    return {
        "n_tasks": drawn.n_tasks,
        "draws": drawn.n_draws,
        "seed": drawn.seed,
        "draws_sha256": drawn.sha256 if draws else None,
        "models": [row.as_json() for row in rows],
    }
