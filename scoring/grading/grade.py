"""Grade responses from files alone: tasks, responses and a panel's votes in; verdicts, cell scores and means
out.

Pure: no database, no call to a judge. Whoever has the votes (from a judge run, or from a published table)
gets the same numbers as the site.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from annotation.base.errors import BadInputError
from annotation.tables.check_against_corpus import check_against, index_of
from annotation.tables.responses import KEY, empty_responses, received_responses
from annotation.tables.row_column_problems import Findings
from annotation.tables.rubric import criteria_of
from calibration.panels.manifest import PanelManifest
from calibration.stats.resampling.draws import task_draws
from calibration.stats.scores.scored_cells import ScoredCells
from scoring.cells.cells_from_votes import CellTable, cells_from_judgments, judgments_from_votes
from scoring.grading.panel_file import check_seal, panel_judges
from scoring.leaderboard.standings import standings


@dataclass(frozen=True)
class JudgeCoverage:
    """How much of its work a panel's judge has done.

    pairs: criteria of replies that were received and are not empty. votes: those it voted on. no_votes: those
    with a row that holds no vote. missing: those without a row. pairs = votes + no_votes + missing.
    """

    judge: str
    pairs: int
    votes: int
    no_votes: int
    missing: int

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True, eq=False)
class GradeResult:
    """judgments: the judgments table. cells: the score of each response. means: `means_of_models`.

    coverage: one a judge, in frozen order. votes_left_out: votes of the panel about responses that are not in
    the table. not_received: replies of status error without text. other_judges: the rows that were left out
    of each judge who is not on the panel.
    """

    judgments: pd.DataFrame
    cells: CellTable
    means: dict[str, Any]
    coverage: list[JudgeCoverage]
    votes_left_out: int
    not_received: int
    other_judges: dict[str, int]


def grade(
    tasks: pd.DataFrame,
    responses: pd.DataFrame,
    votes: pd.DataFrame,
    panel: PanelManifest,
    draws: int = 10_000,
    *,
    allow_silent_judges: bool = False,
    ignore_other_judges: bool = False,
) -> GradeResult:
    """Grade by the rules of DESIGN.md section 5.

    tasks, responses, votes: frames of these tables (`read_table`). panel: the manifest
    in its file, or one that only names its judges. draws: bootstrap draws of the intervals.
    allow_silent_judges: grade although a judge of the panel has no vote at all. ignore_other_judges: leave
    out the votes of judges who are not on the panel. Raises
    BadInputError for a panel without judges or whose hash does not fit its content, for responses or
    votes about tasks or criteria that are not there, for votes of judges who are not on the panel, and for
    a judge without votes.
    """
    check_seal(panel)
    judges = panel_judges(panel)
    check_tables(tasks, responses, votes)
    if not ignore_other_judges:
        check_strangers(votes, judges)
    is_here = _in_table(votes, responses)
    coverage = judge_coverage(tasks, responses, votes[is_here], judges)
    if not allow_silent_judges:
        check_silent_judges(coverage)
    judgments = judgments_from_votes(tasks, responses, votes, judges)
    cells = cells_from_judgments(judgments)
    means = means_of_models(cells, draws)
    left_out = int((votes["judge"].isin(judges) & ~is_here).sum())
    others = votes.loc[~votes["judge"].isin(judges), "judge"].value_counts(sort=False)
    return GradeResult(
        judgments,
        cells,
        means,
        coverage,
        left_out,
        int((~received_responses(responses)).sum()),
        {str(name): int(n) for name, n in others.items()},
    )


def check_strangers(votes: pd.DataFrame, judges: Sequence[str]) -> None:
    """Raise BadInputError for votes of judges who are not on the panel: by name, and where they begin."""
    strangers = votes.loc[~votes["judge"].isin(judges), "judge"]
    findings = Findings("votes")
    for name, rows in strangers.groupby(strangers, sort=False):
        findings.problem(
            rows.index[0],
            "judge",
            f"{name} is not on the panel (rows of it: {len(rows):,}), expected one of: {'; '.join(judges)}; "
            "correct the name, take the rows out, or leave them aside with --ignore-other-judges",
        )
    if findings.problems:
        raise BadInputError(findings.problems)


def check_silent_judges(coverage: Sequence[JudgeCoverage]) -> None:
    """Raise BadInputError for judges of the panel who cast no vote although there was something to judge."""
    silent = [row for row in coverage if row.pairs and not row.votes]
    if silent:
        raise BadInputError(
            [
                f"{row.judge} is on the panel and has no vote on any of the {row.pairs:,} pairs of criterion "
                f"and reply ({row.no_votes:,} rows without a vote, {row.missing:,} pairs without a row)."
                for row in silent
            ]
            + ["Add their votes, or pass --allow-silent-judges to grade with the votes of the others."]
        )


def judge_coverage(
    tasks: pd.DataFrame, responses: pd.DataFrame, votes: pd.DataFrame, judges: Sequence[str]
) -> list[JudgeCoverage]:
    """How much of the work each judge has done. Replies that are empty or were never received need
    no judge and are no part of it.

    votes: of responses in the table alone.
    """
    judged = responses[(received_responses(responses) & ~empty_responses(responses)).to_numpy()]
    criteria = criteria_of(tasks).groupby("unique_id").size()
    pairs = int(criteria.reindex(judged["unique_id"]).fillna(0).sum())
    of_pairs = votes[_in_table(votes, judged)]
    rows = of_pairs.groupby("judge").size()
    cast = of_pairs[of_pairs["met"].notna()].groupby("judge").size()
    counts = [(judge, int(cast.get(judge, 0)), int(rows.get(judge, 0))) for judge in judges]
    return [
        JudgeCoverage(judge, pairs, n_cast, n_rows - n_cast, pairs - n_rows)
        for judge, n_cast, n_rows in counts
    ]


def _in_table(votes: pd.DataFrame, responses: pd.DataFrame) -> NDArray[np.bool_]:
    """Which votes are about a response of the table."""
    known = pd.MultiIndex.from_frame(responses[list(KEY)])
    return pd.MultiIndex.from_frame(votes[list(KEY)]).isin(known)


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
        "models": [row.as_published() for row in rows],
    }
