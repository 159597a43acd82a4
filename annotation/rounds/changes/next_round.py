"""Label a closed round anew: after a rubric change, with other raters, or after the discussion."""

from collections.abc import Sequence

from annotation.base.action import action
from annotation.base.errors import BadInputError
from annotation.base.refusals import NotNowError
from annotation.models import Label, Person, Round, RoundItem, RoundKind, RoundPurpose, RoundState
from annotation.models.corpus import response_texts
from annotation.rounds.changes.carry import contested_conversations, contested_units
from annotation.rounds.open_and_close import create_round
from annotation.rounds.transcripts.make_and_publish import create_transcript_round

KEPT_SETTINGS = (
    "sitting_size",
    "high_severity_stages",
    "high_severity_explicit_only",
    "pause_after_minutes",
    "pause_after_high_severity",
)


@action
def reopen_as_new_round(
    *,
    actor: Person | None,
    round: Round,
    name: str,
    raters: Sequence[Person] | None = None,
    purpose: str = RoundPurpose.LABELLING,
    seed: int | None = None,
) -> Round:
    """Make a draft round with the items of a closed one, which itself never changes.

    Labels are carried when the new round opens, each by the rule for what happened to its criterion. A round
    after discussion holds only items with something to discuss, on the rubric that was discussed; any other
    takes every item on its task's newest rubric. Long conversations have no rubric: their labels stand, or
    are asked for again after a discussion. Raters and settings are those of `round` unless given.
    """
    round = Round.objects.get(pk=round.pk)
    if round.state != RoundState.CLOSED:
        raise NotNowError(f"Round {round.name} is {round.state}; only a closed round can be labelled anew.")
    is_after_discussion = purpose == RoundPurpose.POST_DISCUSSION
    items = _items_to_discuss(round) if is_after_discussion else _items(round)
    if not items:
        raise BadInputError(f"The raters of {round.name} agreed on everything; there is nothing to discuss.")
    slots = round.slots.select_related("rater").order_by("position")
    latest = round.guidelines.order_by("number").last()
    kept = {
        "actor": actor,
        "name": name,
        "raters": [slot.rater for slot in slots] if raters is None else raters,
        "title": round.title,
        "purpose": purpose,
        "seed": round.seed if seed is None else seed,
        "guidelines": latest.text if latest else "",
        "predecessor": round,
        **{field: getattr(round, field) for field in KEPT_SETTINGS},
    }
    if round.kind == RoundKind.TRANSCRIPTS:
        transcripts = [item.transcript for item in items]
        return create_transcript_round(transcripts=transcripts, words=round.vocabulary, **kept)
    pinned = _pins(items) if is_after_discussion else None
    return create_round(responses=[item.response for item in items], pinned=pinned, **kept)


def _items(round: Round) -> list[RoundItem]:
    items = round.items.firsts().select_related("response__task", "transcript")
    return list(items.defer(*response_texts("response")))


def _items_to_discuss(round: Round) -> list[RoundItem]:
    """Items with a contested unit or a flag; conversations on which the raters did not all judge alike."""
    if round.kind == RoundKind.TRANSCRIPTS:
        contested = contested_conversations(round)
        return [item for item in _items(round) if item.pk in contested]
    flagged = Label.objects.filter(item__round=round, flagged=True).values_list("item_id", flat=True)
    wanted = {item for item, _ in contested_units(round)} | set(flagged)
    return [item for item in _items(round) if item.pk in wanted]


def _pins(items: list[RoundItem]) -> dict[int, int]:
    return {item.response.task_id: item.rubric_revision_id for item in items}
