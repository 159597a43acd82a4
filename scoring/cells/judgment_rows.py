"""A panel's judgments as a frame, each with the weight, dimension and place that hold for it now."""

import numpy as np
import pandas as pd
from django.db.models import QuerySet

from annotation.base.bulk import read_frame
from annotation.corpus.frames import criterion_frame, effective_revisions
from annotation.models import Response, RubricRevision
from calibration.models import FrozenPanel
from scoring.models import Judgment
from scoring.rules import MET, MISSING, NOT_MET, Votes

SIGNS = {"1": MET, "0": NOT_MET, "-": MISSING}


def judgment_rows(panel: FrozenPanel, responses: QuerySet[Response] | None = None) -> pd.DataFrame:
    """The judgments of a panel that count: response, criterion, made_on, version, revision, votes.

    `made_on` is the criterion version that was judged, `version` the one whose weight, dimension and place
    hold for it (see effective_revisions), `revision` that one's revision. Where a response was judged again
    after its rubric had changed its meaning, the judgments on the newest revision count. All but votes are
    primary keys.
    """
    judgments = Judgment.objects.filter(panel=panel)
    if responses is not None:
        judgments = judgments.filter(response__in=responses.order_by().values("id"))
    rows = read_frame(
        judgments.order_by(), response="response_id", made_on="criterion_version_id", votes="votes"
    )
    versions = _versions()
    rows = rows.join(versions, on="made_on")
    newest = rows.groupby("response")["number"].transform("max")
    return rows[rows["number"] == newest].drop(columns="number").reset_index(drop=True)


def _versions() -> pd.DataFrame:
    """By criterion version: criterion, and the version, revision and revision number that hold for it now."""
    every = criterion_frame(RubricRevision.objects.all())
    every["holds"] = every["revision"].map(effective_revisions())
    now = every.set_index(["revision", "criterion"])["version"]
    found = now.reindex(pd.MultiIndex.from_frame(every[["holds", "criterion"]])).to_numpy()
    stays = pd.isna(found)  # the criterion is gone from the revision that holds for the others
    revisions = every["holds"].where(~stays, every["revision"])
    return pd.DataFrame(
        {
            "criterion": every["criterion"].to_numpy(),
            "version": np.where(stays, every["version"], found).astype(np.int64),
            "revision": revisions.to_numpy(),
            "number": revisions.map(dict(RubricRevision.objects.values_list("id", "number"))).to_numpy(),
        },
        index=every["version"].to_numpy(),
    )


def votes_of(texts: pd.Series, seats: int) -> Votes:
    """Stored votes ("1", "0", "-" a seat) as a matrix of MET, NOT_MET and MISSING, judgments x seats."""
    signs = np.frombuffer("".join(texts.tolist()).encode("ascii"), dtype=np.uint8).reshape(len(texts), seats)
    values = np.zeros(256, dtype=np.int8)
    for sign, vote in SIGNS.items():
        values[ord(sign)] = vote
    return values[signs]


def texts_of(votes: Votes) -> list[str]:
    """The reverse of `votes_of`."""
    signs = np.zeros(votes.shape, dtype=np.uint8)
    for sign, vote in SIGNS.items():
        signs[votes == vote] = ord(sign)
    joined = signs.tobytes().decode("ascii")
    seats = votes.shape[1]
    return [joined[start : start + seats] for start in range(0, len(joined), seats)]
