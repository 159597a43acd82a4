"""Change a draft round, or withdraw it. Nobody has labelled anything in it, so no one's work is touched."""

import hashlib
from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import Any

from annotation.base.action import action, lock_row
from annotation.base.errors import BadInputError
from annotation.base.record_audit import record_audit
from annotation.base.refusals import ConflictError, NotNowError
from annotation.models import Person, Response, Round, RoundKind, RoundPurpose, RoundState, Transcript
from annotation.rounds.changes.guidelines import revise_guidelines
from annotation.rounds.checks import (
    MAX_NAME,
    item_problems,
    newest_revisions,
    place_responses,
    place_transcripts,
    rater_problems,
    seat_raters,
    setting_problems,
)
from annotation.rounds.transcripts.make_and_publish import transcript_problems, word_problems
from annotation.tables.canonical import canonical_json

SETTINGS = {
    RoundKind.RESPONSES: (
        "sitting_size",
        "high_severity_stages",
        "high_severity_explicit_only",
        "retest_share",
        "retest_min_days",
        "pause_after_minutes",
        "pause_after_high_severity",
    ),
    RoundKind.TRANSCRIPTS: ("vocabulary", "sitting_size", "pause_after_minutes", "pause_after_high_severity"),
}


def draft_facts(round: Round) -> dict[str, Any]:
    """Everything about a draft that can be changed, JSON-ready: two drafts with the same facts are alike."""
    stored = Round.objects.get(pk=round.pk)
    settings = {name: getattr(stored, name) for name in SETTINGS[RoundKind(stored.kind)]}
    latest = round.guidelines.order_by("number").last()
    items = round.items.order_by("position").values_list("response", "transcript", "rubric_revision")
    return {
        "title": stored.title,
        "seed": stored.seed,
        **{name: str(value) for name, value in settings.items()},
        "raters": list(round.slots.order_by("position").values_list("rater", flat=True)),
        "items": [list(item) for item in items],
        "guidelines": latest.number if latest else 0,
    }


def draft_seen(round: Round) -> str:
    """What a page keeps of the draft it shows, to notice that another admin changed it meanwhile."""
    return _seen_of(draft_facts(round))


def _seen_of(facts: Mapping[str, Any]) -> str:
    return hashlib.sha256(canonical_json(facts)).hexdigest()


def items_are_free(round: Round) -> bool:
    """Whether other items may be chosen: not in a calibration round, nor in one that follows another."""
    return round.purpose == RoundPurpose.LABELLING and round.predecessor_id is None


@action
def edit_draft(
    *,
    actor: Person | None,
    round: Round,
    seen: str,
    raters: Sequence[Person],
    title: str,
    seed: int,
    guidelines: str | None = None,
    items: Sequence[Response] | Sequence[Transcript] | None = None,
    **settings: object,
) -> Round:
    """Change a draft. Without `items` those that it has stay, with the rubrics they are pinned to.

    seen: `draft_seen` of what was changed. guidelines: a new version when they differ; None leaves them.
    settings: fields named in SETTINGS for the kind of round. Raises ConflictError when the draft was changed
    meanwhile, NotNowError when it is none any more, BadInputError with every problem.
    """
    round = _draft(round, "changed")
    before = draft_facts(round)
    if _seen_of(before) != seen:
        raise ConflictError(
            f"Somebody changed round {round.name} meanwhile, so nothing of yours was saved.",
            current=before,
            asked=settings,
        )
    problems = [*rater_problems(raters), *_setting_problems(round, seed, settings)]
    problems += [*_item_problems(round, items), *_guideline_problems(round, guidelines)]
    if problems:
        raise BadInputError(problems)
    is_renumbered = seed != round.seed
    for name, value in {"title": title, "seed": seed, **settings}.items():
        setattr(round, name, value)
    round.save(update_fields=["title", "seed", *settings])
    seat_raters(round, raters)
    _place(round, items, is_renumbered)
    if guidelines is not None and guidelines.strip():
        revise_guidelines(actor=actor, round=round, text=guidelines)
    _record(actor, round, before)
    return round


@action
def withdraw_draft(*, actor: Person | None, round: Round) -> Round:
    """Take a draft back. Its row and its items stay; its name is free for another round."""
    round = _draft(round, "withdrawn")
    name = round.name
    round.state, round.name = RoundState.WITHDRAWN, _name_of_withdrawn(name)
    round.save(update_fields=["state", "name"])
    record_audit(
        actor=actor, verb="withdraw_draft", target=round, before=draft_facts(round), detail={"name": name}
    )
    return round


def _draft(round: Round, what: str) -> Round:
    locked = lock_row(round)
    if not locked.is_draft:
        raise NotNowError(f"Round {locked.name} is {locked.state}; only a draft can be {what}.")
    return locked


def _setting_problems(round: Round, seed: int, settings: Mapping[str, Any]) -> list[str]:
    unknown = sorted(settings.keys() - set(SETTINGS[RoundKind(round.kind)]))
    problems = [f"A round of this kind has no {name}." for name in unknown]
    problems += setting_problems(seed, settings)
    if "vocabulary" in settings and "vocabulary" not in unknown:
        problems += word_problems(settings["vocabulary"])
    return problems


def _item_problems(round: Round, items: Sequence[Response] | Sequence[Transcript] | None) -> list[str]:
    """What stands in the way of these items."""
    if items is None:
        return []
    if not items_are_free(round):
        return ["The items of this round were drawn, or come from an earlier round, and stay."]
    if round.kind == RoundKind.TRANSCRIPTS:
        return transcript_problems(items)
    return item_problems(items, newest_revisions(items))


def _guideline_problems(round: Round, guidelines: str | None) -> list[str]:
    if guidelines is None or guidelines.strip() or not round.guidelines.exists():
        return []
    return [
        "Guidelines that were written cannot be emptied, as every version is kept. Write what raters shall "
        "read, or withdraw this draft and make another."
    ]


def _place(
    round: Round, items: Sequence[Response] | Sequence[Transcript] | None, is_renumbered: bool
) -> None:
    """Number the chosen items, or with another seed those that are there, in the order of their names."""
    if items is None and not is_renumbered:
        return
    if round.kind == RoundKind.TRANSCRIPTS:
        there = (item.transcript for item in round.items.select_related("transcript"))
        chosen = sorted(there, key=lambda transcript: transcript.transcript_id) if items is None else items
        place_transcripts(round, chosen)
        return
    if items is not None:
        place_responses(round, items, newest_revisions(items))
        return
    kept = list(round.items.select_related("response__task", "response__model"))
    pins = {item.response.task_id: item.rubric_revision_id for item in kept}
    kept.sort(key=attrgetter("response.sort_key"))
    place_responses(round, [item.response for item in kept], pins)


def _record(actor: Person | None, round: Round, before: dict[str, Any]) -> None:
    after = draft_facts(round)
    changed = [name for name in after if before[name] != after[name]]
    if changed:
        detail = {"changed": changed}
        record_audit(actor=actor, verb="edit_draft", target=round, before=before, after=after, detail=detail)


def _name_of_withdrawn(name: str) -> str:
    """A name that no round has: the draft's own, and that it was withdrawn."""
    number = 1
    while True:
        ending = " (withdrawn)" if number == 1 else f" (withdrawn {number})"
        wanted = name[: MAX_NAME - len(ending)] + ending
        if not Round.objects.filter(name=wanted).exists():
            return wanted
        number += 1
