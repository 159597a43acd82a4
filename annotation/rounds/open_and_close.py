"""Create, open and close a round of labelling."""

from collections.abc import Mapping, Sequence

from django.db.models import QuerySet
from django.utils import timezone

from annotation.assignments.progress import round_progress
from annotation.assignments.severity import is_heavy_item
from annotation.base.action import action, lock_row, lock_rows
from annotation.base.errors import BadInputError
from annotation.base.rebuild import rebuild_after_commit
from annotation.base.record_audit import record_audit
from annotation.base.refusals import ConflictError, NotNowError
from annotation.care.opt_out import spare_readers
from annotation.models import (
    Assignment,
    Person,
    Response,
    Round,
    RoundItem,
    RoundPurpose,
    RoundState,
)
from annotation.models.corpus import response_texts
from annotation.rounds.changes.carry import carry_labels
from annotation.rounds.changes.guidelines import begin_guidelines
from annotation.rounds.checks import (
    item_problems,
    name_problems,
    newest_revisions,
    place_responses,
    rater_problems,
    seat_raters,
    setting_problems,
)
from annotation.rounds.ordering import rater_order


@action
def create_round(
    *,
    actor: Person | None,
    name: str,
    responses: Sequence[Response],
    raters: Sequence[Person],
    title: str = "",
    purpose: str = RoundPurpose.LABELLING,
    seed: int = 20260714,
    guidelines: str = "",
    predecessor: Round | None = None,
    pinned: Mapping[int, int] | None = None,
    **settings: object,
) -> Round:
    """Make a draft round of `responses`, each pinned to the newest rubric revision of its task.

    `pinned` (task id to revision id) names other revisions. `raters` are three clinicians in slot order.
    `settings` are further fields of the round: sitting_size, high_severity_stages,
    high_severity_explicit_only, retest_share, retest_min_days, pause_after_minutes,
    pause_after_high_severity. Raises BadInputError with every problem, and makes nothing then.
    """
    name = name.strip()
    revisions = newest_revisions(responses) | dict(pinned or {})
    problems = [*name_problems(name), *rater_problems(raters), *item_problems(responses, revisions)]
    problems += setting_problems(seed, settings)
    if problems:
        raise BadInputError(problems)
    round = Round.objects.create(
        name=name,
        title=title,
        purpose=purpose,
        seed=seed,
        predecessor=predecessor,
        created_by=actor,
        **settings,
    )
    seat_raters(round, raters)
    place_responses(round, responses, revisions)
    begin_guidelines(actor=actor, round=round, text=guidelines)
    record_audit(actor=actor, verb="create_round", target=round, detail=_facts(round, len(responses)))
    return round


def _items(round: Round) -> QuerySet[RoundItem]:
    """What raters will meet, without the texts of the responses."""
    items = round.items.firsts().select_related("response__task")
    return items.defer(*response_texts("response"))


def _facts(round: Round, n_items: int) -> dict[str, object]:
    return {"items": n_items, "seed": round.seed, "purpose": round.purpose}


@action
def open_round(*, actor: Person | None, round: Round) -> Round:
    """Decide every assignment, carry labels over from the predecessor if there is one, and let raters in."""
    round = lock_row(round)
    if round.state != RoundState.DRAFT:
        raise NotNowError(f"Round {round.name} is {round.state} already; only a draft can be opened.")
    lock_rows(Person.objects.filter(slots__round=round))
    slots = list(round.slots.select_related("rater"))
    problems = rater_problems([slot.rater for slot in slots])
    items = list(_items(round))
    if not items:
        problems.append("The round has no items. Add some before opening it.")
    if problems:
        raise BadInputError(problems)
    heavy = [(item.pk, is_heavy_item(item, round)) for item in items]
    order_of = {
        slot.rater_id: rater_order(
            heavy, seed=round.seed, slot=slot.position, sitting_size=round.sitting_size
        )
        for slot in slots
    }
    Assignment.objects.bulk_create(
        Assignment(
            round=round,
            item_id=placed_item.item,
            rater_id=rater,
            order=placed_item.order,
            sitting=placed_item.sitting,
        )
        for rater, placed in order_of.items()
        for placed_item in placed
    )
    round.state, round.opened_at = RoundState.OPEN, timezone.now()
    round.save(update_fields=["state", "opened_at"])
    carried = carry_labels(round=round) if round.predecessor else {}
    spare_readers(round.assignments.all())
    orders = {str(rater): [placed_item.item for placed_item in placed] for rater, placed in order_of.items()}
    detail = {**_facts(round, len(items)), **carried}
    record_audit(actor=actor, verb="open_round", target=round, after=orders, detail=detail)
    return round


@action
def close_round(*, actor: Person | None, round: Round, confirmed_holes: int = 0) -> Round:
    """Close an open round for ever. `confirmed_holes` is the number of holes the admin was shown.

    Raises ConflictError when the round has another number of holes now, so that nobody closes over holes
    unseen. Waits for saves that are under way: what was answered "Saved" is in the closed round.
    """
    round = lock_row(round)
    if round.state != RoundState.OPEN:
        raise NotNowError(f"Round {round.name} is {round.state}; only an open round can be closed.")
    lock_rows(round.assignments.all())
    n_holes = round_progress(round).n_holes
    if n_holes != confirmed_holes:
        raise ConflictError(
            f"Round {round.name} has {_holes(n_holes)}. Closing it needs your word on exactly that number.",
            current=n_holes,
            asked=confirmed_holes,
            code="holes",
        )
    round.state, round.closed_at = RoundState.CLOSED, timezone.now()
    round.save(update_fields=["state", "closed_at"])
    rebuild_after_commit("round", round.pk)
    record_audit(actor=actor, verb="close_round", target=round, detail={"holes": n_holes})
    return round


def _holes(number: int) -> str:
    return {0: "no holes", 1: "1 hole"}.get(number, f"{number:,} holes")
