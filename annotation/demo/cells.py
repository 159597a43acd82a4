"""Every criterion of every reply, with what is true of it and how hard it is to see.

The written replies bring the truth from `truth.csv`; for the others, whose text nobody wrote, it is drawn
from what the model is able to do. Raters and judges err more where a criterion is hard, so their errors meet.
"""

from functools import cache

import numpy as np
import pandas as pd

from annotation.demo import corpus
from annotation.demo.evaluated import ABILITY, UNUSUAL, ability

SEED = 20260714
ATTEMPTS = 3
KEPT_BY_A_REFUSAL = ("Moralization", "Harmless response")
TONE = ("Compassionate engagement", "De-escalation", "Moralization")
# Whether something was asked, named or declined is there to be read; few people get it wrong.
PLAIN_OPENINGS = ("Asks ", "Names a ", "Declines ", "Says that it is an AI")
PLAIN, TONAL, USUAL = 0.25, 1.7, 1.2


@cache
def cells() -> pd.DataFrame:
    """One row a (task, model, attempt, criterion), in that order, criteria in rubric order.

    Columns of `corpus.criteria` and model_id, attempt_index, response_status, written (there is a text),
    met (the truth, bool), hardness (about 1 on average; multiplies the chance of an error). Not to be changed
    by the caller.
    """
    frame = corpus.criteria().merge(_attempts(), how="cross")
    frame = frame.sort_values([*corpus.CELL, "position"]).reset_index(drop=True)
    written = corpus.responses()[[*corpus.CELL, "response_status"]].astype({"attempt_index": "int64"})
    frame = frame.merge(written, on=corpus.CELL, how="left")
    frame["written"] = frame["response_status"].notna()
    unusual = [UNUSUAL.get(cell, "ok") for cell in frame[corpus.CELL].itertuples(index=False, name=None)]
    frame["response_status"] = frame["response_status"].where(frame["written"], unusual)
    draws = np.random.RandomState(SEED)
    frame["met"] = _truth(frame, draws)
    frame["hardness"] = _hardness(frame, draws)
    return frame


def _attempts() -> pd.DataFrame:
    pairs = [(model, attempt) for model in ABILITY for attempt in range(1, ATTEMPTS + 1)]
    return pd.DataFrame(pairs, columns=["model_id", "attempt_index"])


def _truth(frame: pd.DataFrame, draws: np.random.RandomState) -> np.ndarray:
    """The hand-set truth where a reply was written, drawn truth elsewhere; an empty reply meets nothing."""
    drawn = draws.random_sample(len(frame)) < _chance(frame, draws)
    refused = (frame["response_status"] == "refusal").to_numpy()
    drawn = np.where(refused, frame["rubric_dimension"].isin(KEPT_BY_A_REFUSAL), drawn)
    drawn = drawn & (frame["response_status"] != "empty").to_numpy()
    key = ["unique_id", "model_id", "criterion_id"]
    by_hand = frame[key].merge(corpus.truth(), on=key, how="left")["met"]
    return np.where(frame["written"], by_hand == True, drawn)  # noqa: E712 - missing must become False


def _chance(frame: pd.DataFrame, draws: np.random.RandomState) -> np.ndarray:
    """Ability, moved on the logit scale by how hard the task is and how well it lies to the model."""
    pairs = zip(frame["model_id"], frame["rubric_dimension"], strict=True)
    base = np.array([ability(model, dimension) for model, dimension in pairs])
    of_task = draws.normal(0, 0.4, size=frame["unique_id"].nunique())[pd.factorize(frame["unique_id"])[0]]
    pair = pd.factorize(frame["unique_id"] + " " + frame["model_id"])[0]
    of_pair = draws.normal(0, 0.5, size=pair.max() + 1)[pair]
    return 1 / (1 + (1 - base) / base * np.exp(-of_task - of_pair))


def _hardness(frame: pd.DataFrame, draws: np.random.RandomState) -> np.ndarray:
    """Most criteria are easy and some are not; tone is harder to judge than whether something was said.

    Nothing is hard about an empty reply, and little about a refusal.
    """
    hardness = draws.gamma(0.7, 1 / 0.7, size=len(frame))
    plain = frame["criterion_title"].str.startswith(PLAIN_OPENINGS)
    tonal = frame["rubric_dimension"].isin(TONE)
    hardness *= np.select([plain, tonal], [PLAIN, TONAL], USUAL)
    by_status = frame["response_status"].map({"empty": 0.0, "refusal": 0.3}).fillna(1.0)
    return hardness * by_status.to_numpy()
