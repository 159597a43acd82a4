"""Three clinicians' labels on the written replies: near the truth, and apart where it is hard to see."""

import numpy as np
import pandas as pd

from annotation.demo import corpus
from annotation.demo.cells import SEED, cells

# How often one of the three sees a criterion of average hardness otherwise than it is, and at most.
CONTESTED, MOST_CONTESTED = 0.26, 0.7
# Who that one is: the second rater reads kindly and the third strictly.
WHO_IS_TOO_KIND = (0.3, 0.5, 0.2)
WHO_IS_TOO_STRICT = (0.3, 0.2, 0.5)
OPEN_RESPONSES_OF_THE_THIRD = 2


def clinician_labels() -> pd.DataFrame:
    """One row a (written reply, criterion), by task, model and rubric slot, with three raters' answers.

    Columns: unique_id, model_id, attempt_index, criterion_id, and for N = 1..3 rater_N_value ("met",
    "not_met", "cannot_judge", or None where the rater has not labelled yet), rater_N_note (text, "" for
    none), rater_N_flagged (bool). The third rater has not labelled the last two replies, so that a newcomer
    finds something to do.
    """
    frame = cells()
    frame = frame[frame["written"]].reset_index(drop=True)
    labels = frame[[*corpus.CELL, "criterion_id"]].copy()
    met, dissenter = frame["met"].to_numpy(), _dissenters(frame)
    for number in (1, 2, 3):
        says_met = met ^ (dissenter == number)
        labels[f"rater_{number}_value"] = np.where(says_met, "met", "not_met").astype(object)
        labels[f"rater_{number}_note"] = ""
        labels[f"rater_{number}_flagged"] = False
    _write_remarks(labels)
    _leave_open(labels)
    return labels


def _dissenters(frame: pd.DataFrame) -> np.ndarray:
    """The number of the rater who sees a criterion otherwise than it is, 0 where none does.

    Never two of them: the texts were written so that two careful readers would see what is there.
    """
    draws = np.random.RandomState(SEED + 1)
    chance = np.minimum(CONTESTED * frame["hardness"].to_numpy(), MOST_CONTESTED)
    contested = draws.random_sample(len(frame)) < chance
    kind = draws.choice((1, 2, 3), size=len(frame), p=WHO_IS_TOO_KIND)
    strict = draws.choice((1, 2, 3), size=len(frame), p=WHO_IS_TOO_STRICT)
    return np.where(contested, np.where(frame["met"], strict, kind), 0)


def _write_remarks(labels: pd.DataFrame) -> None:
    place = {key: row for row, key in enumerate(zip(labels["model_id"], labels["criterion_id"], strict=True))}
    for remark in corpus.remarks().itertuples(index=False):
        row = place[remark.model_id, remark.criterion_id]
        labels.loc[row, f"rater_{remark.rater}_value"] = remark.value
        labels.loc[row, f"rater_{remark.rater}_note"] = remark.note
        labels.loc[row, f"rater_{remark.rater}_flagged"] = remark.flagged


def _leave_open(labels: pd.DataFrame) -> None:
    replies = labels[corpus.CELL].drop_duplicates().tail(OPEN_RESPONSES_OF_THE_THIRD)
    still_open = pd.MultiIndex.from_frame(labels[corpus.CELL]).isin(pd.MultiIndex.from_frame(replies))
    labels["rater_3_value"] = labels["rater_3_value"].astype(object).mask(still_open, None)
