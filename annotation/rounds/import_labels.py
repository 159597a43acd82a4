"""Import clinicians' labels: a closed round with its raters, or a comparison with one that exists."""

import pandas as pd
from django.db import transaction

from annotation.assignments.slots import rater_slots_of
from annotation.base.bulk import one_import_at_a_time
from annotation.base.errors import BadInputError
from annotation.corpus.imports.corpus_checks import check_corpus, pinned_criteria, revisions_for
from annotation.corpus.imports.import_source import ImportOutcome, ImportSource, record_import
from annotation.corpus.imports.primary_keys import with_primary_keys
from annotation.models import Label, Person, Round, RoundState
from annotation.rounds.checks import name_problems
from annotation.rounds.imported_round import VALUE_OF, long_form, make_round
from annotation.tables.labels import RATERS

CHANGED = (
    "differs from the label in this closed round, and a closed round never changes, expected {expected}; "
    "import other labels under another --round"
)

NO_LABEL = (
    "every rater's cell is empty, and a round made of this would be closed for ever without a label, "
    f"expected at least one answer in {', '.join(RATERS)}"
)


@transaction.atomic
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
            "its raters. Import under another --round."
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
