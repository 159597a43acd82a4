"""The clinicians' labels of a closed round, in the order of its rater slots."""

import pandas as pd
from django.db.models import QuerySet

from annotation.assignments.slots import rater_slots_of
from annotation.base.bulk import read_frame
from annotation.base.errors import BadInputError
from annotation.corpus.frames import criterion_frame
from annotation.corpus.tasks_to_export import tasks_to_export
from annotation.models import Label, LabelValue, Round, RoundItem, RubricRevision
from annotation.tables.labels import RATERS
from annotation.tables.order import in_canonical_order
from annotation.verdicts.columns import as_booleans
from annotation.verdicts.rules import MET, MISSING, NOT_MET, Votes, clinician_majorities

VOTE_OF = {LabelValue.MET: MET, LabelValue.NOT_MET: NOT_MET}
CRITERION_COLUMNS = ["criterion_id", "criterion_title", "rubric_dimension", "weight"]


def labels_table(round: Round, split: str | None = None) -> pd.DataFrame:
    """The table in canonical order: a row for each criterion of the revision that an item is pinned to.

    A cell is blank where a rater did not label, said "cannot judge", or has a label to confirm: the published
    columns know met and not met only. Repeats of the retest are not in it. Raises BadInputError while the
    round
    is not closed: until then nobody sees what others labelled.
    """
    if not round.is_closed:
        raise BadInputError(
            f"The round {round.name} is not closed, so its labels are nobody's to read but their rater's. "
            "Close the round first."
        )
    items = round.items.firsts().filter(response__task__in=tasks_to_export(split)).order_by()
    units = _units(items)
    votes = _votes(round, units)
    raters = {name: as_booleans(votes[:, slot]) for slot, name in enumerate(RATERS)}
    units = units.assign(met=as_booleans(clinician_majorities(votes)), **raters)
    columns = ["unique_id", "model_id", "attempt_index", *CRITERION_COLUMNS, "met", *RATERS]
    positions = units.drop_duplicates(["unique_id", "criterion_id"])
    return in_canonical_order("labels", units[columns], positions)


def _units(items: QuerySet[RoundItem]) -> pd.DataFrame:
    rows = read_frame(
        items,
        item="id",
        unique_id="response__task__uid",
        model_id="response__model__model_id",
        attempt_index="response__attempt",
        revision="rubric_revision_id",
    )
    criteria = criterion_frame(RubricRevision.objects.filter(round_items__in=items))
    wanted = ["revision", "criterion", "position", *CRITERION_COLUMNS]
    return rows.merge(criteria[wanted], on="revision")


def _votes(round: Round, units: pd.DataFrame) -> Votes:
    """Units x raters: MET, NOT_MET or MISSING."""
    labels = read_frame(
        Label.objects.answered()
        .of_firsts()
        .filter(item__round=round, value__in=[value.value for value in VOTE_OF]),
        item="item_id",
        criterion="criterion_id",
        rater="rater_id",
        value="value",
    )
    labels["vote"] = labels["value"].map({word.value: vote for word, vote in VOTE_OF.items()})
    rater_slots = rater_slots_of(round)
    labels["slot"] = [
        rater_slots.slot_of(item, rater) for item, rater in zip(labels["item"], labels["rater"], strict=True)
    ]
    votes = units[["item", "criterion"]]
    for slot, name in enumerate(RATERS[: len(rater_slots.raters)]):
        theirs = labels.loc[labels["slot"] == slot, ["item", "criterion", "vote"]].rename(
            columns={"vote": name}
        )
        votes = votes.merge(theirs, how="left", on=["item", "criterion"])
    return votes.reindex(columns=list(RATERS)).fillna(MISSING).to_numpy(dtype="int8")
