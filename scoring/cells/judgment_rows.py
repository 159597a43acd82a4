"""A panel's judgments as a frame, each with the weight, dimension and place that hold for it now."""

import numpy as np
import pandas as pd
from django.db.models import QuerySet

from annotation.base.bulk import read_frame
from annotation.corpus.frames import criterion_frame, effective_revisions
from annotation.models import Response, RubricRevision
from calibration.models import FrozenPanel
from scoring.models import Judgment


def judgment_rows(panel: FrozenPanel, responses: QuerySet[Response] | None = None) -> pd.DataFrame:
    """The judgments of a panel that count: response, criterion, made_on, version, revision, votes.

    `made_on` is the criterion version that was judged, `version` the one whose weight, dimension and place
    hold for it (see effective_revisions), `revision` that one's revision. Where a response was judged again
    after its rubric had changed its meaning, the judgments on the newest revision count. Where a reply had
    failed and was collected again, those of the new one do. All but votes are primary keys.
    """
    judgments = Judgment.objects.filter(panel=panel)
    if responses is not None:
        judgments = judgments.filter(response__in=responses.order_by().values("id"))
    rows = read_frame(
        judgments.order_by(),
        response="response_id",
        made_on="criterion_version_id",
        votes="votes",
        reply="reply",
    )
    now = rows["response"].map(later_replies()).fillna(1)
    rows = rows[rows["reply"] == now].drop(columns="reply").reset_index(drop=True)
    versions = _versions()
    rows = rows.join(versions, on="made_on")
    newest = rows.groupby("response")["number"].transform("max")
    return rows[rows["number"] == newest].drop(columns="number").reset_index(drop=True)


def later_replies() -> dict[int, int]:
    """The number of the reply, by primary key, of the responses that were collected again."""
    return dict(Response.objects.filter(reply__gt=1).order_by().values_list("id", "reply"))


def _versions() -> pd.DataFrame:
    """By criterion version: criterion, and the version, revision and revision number that hold for it now."""
    every = criterion_frame(RubricRevision.objects.all())
    every["holds"] = every["revision"].map(effective_revisions())
    now = every.set_index(["revision", "criterion"])["version"]
    version_now = now.reindex(pd.MultiIndex.from_frame(every[["holds", "criterion"]])).to_numpy()
    stays = pd.isna(version_now)  # the criterion is gone from the revision that holds for the others
    revisions = every["holds"].where(~stays, every["revision"])
    return pd.DataFrame(
        {
            "criterion": every["criterion"].to_numpy(),
            "version": np.where(stays, every["version"], version_now).astype(np.int64),
            "revision": revisions.to_numpy(),
            "number": revisions.map(dict(RubricRevision.objects.values_list("id", "number"))).to_numpy(),
        },
        index=every["version"].to_numpy(),
    )
