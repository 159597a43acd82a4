"""The judgments table of a panel, as published."""

import numpy as np
import pandas as pd

from annotation.base.errors import BadInputError
from annotation.corpus.frames import criterion_frame, response_frame, task_frame
from annotation.corpus.tasks_to_export import tasks_to_export
from annotation.models import Response, RubricRevision
from annotation.tables.judgments import METADATA, judge_column
from annotation.tables.responses import KEY
from annotation.verdicts.coding import decode_votes
from annotation.verdicts.columns import as_booleans
from annotation.verdicts.rules import panel_verdicts, votes_cast, votes_for_met
from calibration.models import FrozenPanel
from scoring.cells.judgment_rows import judgment_rows

CRITERION_COLUMNS = ["criterion_id", "criterion_title", "rubric_dimension", "weight"]


def judgments_table(panel: FrozenPanel, split: str | None = None) -> pd.DataFrame:
    """The table in canonical order. split: see `tasks_to_export`. Weights, dimensions and wording are those
    that hold now (see judgment_rows). Raises BadInputError when the panel has no judgments on these tasks.
    """
    responses = Response.objects.filter(task__in=tasks_to_export(split))
    rows = judgment_rows(panel, responses)
    if rows.empty:
        raise BadInputError(
            f"The panel {panel.name} has no judgments on the tasks asked for. Choose another split or panel."
        )
    judged = response_frame(responses).sort_values(list(KEY), ignore_index=True)
    criteria = criterion_frame(RubricRevision.objects.all())
    response_at = pd.Index(judged["response"]).get_indexer(rows["response"])
    criterion_at = pd.Index(criteria["version"]).get_indexer(rows["version"])
    order = np.lexsort((criteria["position"].to_numpy()[criterion_at], response_at))
    about_response = judged.iloc[response_at[order]].reset_index(drop=True)
    about_criterion = criteria.iloc[criterion_at[order]].reset_index(drop=True)
    votes = decode_votes(rows["votes"].iloc[order], panel.seats.count())
    return pd.concat(
        [
            about_response[list(KEY)],
            about_criterion[CRITERION_COLUMNS],
            _verdicts(votes, about_response["empty"].to_numpy(dtype=bool)),
            about_response[["empty", "status"]].set_axis(["empty_response", "response_status"], axis=1),
            _metadata(about_response["task"]),
        ],
        axis=1,
    )


def _verdicts(votes: np.ndarray, empty: np.ndarray) -> pd.DataFrame:
    verdicts = {
        "judges_voting": votes_cast(votes),
        "votes_met": votes_for_met(votes),
        "panel_verdict": as_booleans(panel_verdicts(votes, empty)),
    }
    seats = {judge_column(seat): as_booleans(column) for seat, column in enumerate(votes.T, start=1)}
    return pd.DataFrame(verdicts | seats)


def _metadata(tasks: pd.Series) -> pd.DataFrame:
    names = {published: ours.lower() for published, ours in METADATA.items()}
    known = task_frame().set_index("task")
    positions = known.index.get_indexer(tasks)
    return pd.DataFrame({published: known[ours].array.take(positions) for published, ours in names.items()})
