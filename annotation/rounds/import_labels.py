"""Import clinicians' labels: a closed round with its raters, or a comparison with one that exists."""

from uuid import NAMESPACE_URL, uuid5

import pandas as pd
from django.utils import timezone

from annotation.assignments.slots import rater_slots_of
from annotation.base.action import action, one_account_at_a_time, one_import_at_a_time
from annotation.base.bulk import insert_rows
from annotation.base.errors import BadInputError
from annotation.base.rebuild import rebuild_after_commit
from annotation.base.stamps import move_stamps, round_scope
from annotation.corpus.imports.corpus_checks import check_corpus, pinned_criteria, revisions_for
from annotation.corpus.imports.import_source import ImportOutcome, ImportSource, record_import
from annotation.corpus.imports.primary_keys import with_primary_keys
from annotation.models import (
    Assignment,
    EventSource,
    Label,
    LabelEvent,
    LabelValue,
    Person,
    RaterSlot,
    Role,
    RoleGrant,
    Round,
    RoundItem,
    RoundState,
)
from annotation.rounds.checks import name_problems
from annotation.tables.labels import RATERS
from annotation.tables.responses import KEY

CHANGED = (
    "differs from the label in this closed round, and a closed round never changes, expected {expected}; "
    "import other labels as another round"
)

NO_LABEL = (
    "every rater's cell is empty, and a round made of this would be closed for ever without a label, "
    f"expected at least one answer in {', '.join(RATERS)}"
)
RATER_NAMES = tuple(f"rater_{slot}" for slot in range(1, len(RATERS) + 1))
VALUE_OF = {True: LabelValue.MET, False: LabelValue.NOT_MET}


@action
def import_labels(*, source: ImportSource, round_name: str, actor: Person | None) -> ImportOutcome:
    """Bring in a table of labels. Raises BadInputError with every problem, having written nothing.

    A new name makes a closed round: raters rater_1..3 in column order, each response pinned to the current
    revision of its rubric. A blank cell is no label; a table of nothing else makes no round. A round that
    exists must be closed and hold the very same labels, whoever its raters are; where it says
    "cannot judge" the published table has a blank cell.
    """
    one_import_at_a_time()
    known = Round.objects.filter(name=round_name).first()
    if known is not None and known.state != RoundState.CLOSED:
        raise BadInputError(
            f"The round {round_name} is {known.get_state_display().lower()}: its labels come from "
            "its raters. Import under another round's name."
        )
    criteria = pinned_criteria(revisions_for(known))
    check_corpus(source, criteria)
    rows = with_primary_keys(source, criteria)
    source.refuse_problems()
    if rows.empty:  # a round without items would be nobody's
        return ImportOutcome(0)
    if known is None:
        if problems := name_problems(round_name):
            raise BadInputError(problems)
        if rows[list(RATERS)].isna().all(axis=None):
            source.findings.problem(1, RATERS[0], NO_LABEL)
            source.refuse_problems()
        outcome = make_round(name=round_name, rows=rows, actor=actor)
        return record_import(source=source, outcome=outcome, actor=actor, target=f"round:{round_name}")
    _compare(source, rows, known)
    source.refuse_problems()
    return ImportOutcome(len(rows))


def _compare(source: ImportSource, rows: pd.DataFrame, known: Round) -> None:
    """Report rows about responses outside the round, and labels that differ from those in it."""
    inside = set(known.items.firsts().values_list("response_id", flat=True))
    outside = rows.index[~rows["response"].isin(inside)]
    message = (
        f"the response is not in the round {known.name}, and a closed round never changes, "
        "expected only its responses"
    )
    source.findings.at(outside, "unique_id", message)
    present = _present(known)
    for row in long_form(rows[rows["response"].isin(inside)]).itertuples():
        stored = present.get((row.response, row.criterion, row.slot))
        if row.met != stored:
            expected = {None: "an empty cell (not labelled)", True: "True", False: "False"}[stored]
            source.findings.problem(row.number, RATERS[row.slot - 1], CHANGED.format(expected=expected))


def _present(known: Round) -> dict[tuple[int, int, int], bool]:
    """(response, criterion, slot) to met or not met. "Cannot judge" is blank in the table, so not here.

    Who took an item over stands in the slot of the one who left it, as in the export.
    """
    rater_slots = rater_slots_of(known)
    answered = Label.objects.answered().of_firsts()
    rows = answered.filter(item__round=known, value__in=VALUE_OF.values())
    met = {value: met for met, value in VALUE_OF.items()}
    return {
        (response, criterion, slot + 1): met[value]
        for item, response, criterion, rater, value in rows.values_list(
            "item_id", "item__response_id", "criterion_id", "rater_id", "value"
        )
        if (slot := rater_slots.slot_of(item, rater)) is not None
    }


def make_round(*, name: str, rows: pd.DataFrame, actor: Person | None) -> ImportOutcome:
    """Make the round with its raters, items, assignments, labels and their events, all in order of the table.

    rows: from `located`. The caller holds the transaction and has checked the rows and the name.
    """
    now = timezone.now()
    one_account_at_a_time()  # the raters of the table may be new
    round = Round.objects.create(
        name=name, state=RoundState.CLOSED, opened_at=now, closed_at=now, created_by=actor
    )
    raters = [_rater(username) for username in RATER_NAMES]
    RaterSlot.objects.bulk_create(
        RaterSlot(round=round, position=slot, rater=rater) for slot, rater in enumerate(raters, start=1)
    )
    item_of = _items(round, rows)
    _assign(round, list(item_of.values()), raters)
    labels = long_form(rows)
    labels = labels[labels["met"].notna()]
    _write_labels(round, labels, item_of, raters)
    details = {"items": len(item_of), "labels": len(labels)}
    return ImportOutcome(len(rows), created=len(rows), details=details)


def _rater(username: str) -> Person:
    """The person of that name; a new one cannot sign in, and is a clinician because clinicians rated."""
    person, is_new = Person.objects.get_or_create(username=username, defaults={"is_active": False})
    if is_new:
        person.set_unusable_password()
        person.save(update_fields=["password"])
    RoleGrant.objects.get_or_create(person=person, role=Role.CLINICIAN)
    return person


def _items(round: Round, rows: pd.DataFrame) -> dict[int, int]:
    """Response to its item, in order of task, model and attempt."""
    items = rows.drop_duplicates("response").sort_values(list(KEY))
    made = RoundItem.objects.bulk_create(
        [
            RoundItem(round=round, response_id=response, rubric_revision_id=revision, position=position)
            for position, (response, revision) in enumerate(
                zip(items["response"].tolist(), items["revision"].tolist(), strict=True), start=1
            )
        ],
        batch_size=2_000,
    )
    return {item.response_id: item.pk for item in made}


def _assign(round: Round, items: list[int], raters: list[Person]) -> None:
    """Everyone met everything, in the order of the items: the order they really had is not in the table."""
    pairs = [(rater.pk, item, order) for rater in raters for order, item in enumerate(items, start=1)]
    people, things, orders = zip(*pairs, strict=True)
    sittings = [(order - 1) // round.sitting_size + 1 for order in orders]
    columns = {"rater_id": people, "item_id": things, "order": orders, "sitting": sittings}
    insert_rows(Assignment, columns, round_id=round.pk)


def _write_labels(round: Round, labels: pd.DataFrame, item_of: dict[int, int], raters: list[Person]) -> None:
    rater_of = {slot: rater.pk for slot, rater in enumerate(raters, start=1)}
    values = [VALUE_OF[met].value for met in labels["met"]]
    columns = {
        "item_id": labels["response"].map(item_of),
        "criterion_id": labels["criterion"],
        "criterion_version_id": labels["version"],
        "rater_id": labels["slot"].map(rater_of),
    }
    insert_rows(Label, columns | {"value": values})
    move_stamps([round_scope(round.pk)])
    rebuild_after_commit("round", round.pk)
    keys = labels[[*KEY, "criterion_id", "slot"]].itertuples(index=False, name=None)
    uuids = [uuid5(NAMESPACE_URL, "/".join(map(str, ("concord-import", round.name, *key)))) for key in keys]
    insert_rows(
        LabelEvent, columns | {"uuid": uuids, "new_value": values}, version=1, source=EventSource.IMPORT
    )


def long_form(rows: pd.DataFrame) -> pd.DataFrame:
    """One row a cell of the rater columns: number (the file's row), KEY, criterion_id, response, criterion,
    version, slot (from 1) and met (True, False or None for a blank cell).
    """
    keep = [*KEY, "criterion_id", "response", "criterion", "version"]
    parts = [
        rows[keep].assign(
            number=rows.index, slot=slot, met=rows[name].astype(object).where(rows[name].notna(), None)
        )
        for slot, name in enumerate(RATERS, start=1)
    ]
    return pd.concat(parts, ignore_index=True)
