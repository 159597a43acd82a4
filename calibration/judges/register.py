"""Register a candidate judge, or change what is known of one."""

from decimal import Decimal
from typing import Any

from django.db import transaction

from annotation.base.errors import BadInputError
from annotation.base.record_audit import record_audit
from annotation.corpus.imports.evaluated_models import family_of
from annotation.models import Person
from calibration.judges.names import ON_ONE_LINE, is_on_one_line
from calibration.models import Judge

PRICES = ("price_in", "price_out")
FACTS = ("provider", "family", "decoding", *PRICES, "active")


@transaction.atomic
def register_judge(*, judge_id: str, actor: Person | None, **facts: Any) -> Judge:
    """A new judge with what is known of it: any of FACTS. Raises BadInputError for a name that is taken.

    Without a family it gets the part of its name before the first slash.
    """
    judge_id = judge_id.strip()
    problems = _problems(facts)
    if not judge_id:
        problems.append("The judge needs a name, such as provider/model.")
    elif not is_on_one_line(judge_id):
        problems.append(f"A judge cannot be named {judge_id!r}; a name has {ON_ONE_LINE}.")
    if Judge.objects.filter(judge_id=judge_id).exists():
        problems.append(f"A judge named {judge_id} is registered already. Change that one instead.")
    if problems:
        raise BadInputError(problems)
    facts["family"] = facts.get("family") or family_of(judge_id)
    judge = Judge.objects.create(judge_id=judge_id, **facts)
    record_audit(
        actor=actor, verb="register_judge", target=judge, after=_state(judge), detail={"name": judge_id}
    )
    return judge


@transaction.atomic
def change_judge(*, judge: Judge, actor: Person | None, **facts: Any) -> list[str]:
    """Set any of FACTS and return which of them changed. Its name never changes: votes and panels carry it.

    Frozen panels it sits on become stale when its provider or decoding changes; they notice by themselves.
    """
    locked = Judge.objects.select_for_update().get(pk=judge.pk)
    problems = _problems(facts)
    if problems:
        raise BadInputError(problems)
    before = _state(locked)
    for name, value in facts.items():
        setattr(locked, name, value)
    after = _state(locked)
    changed = [name for name in FACTS if before[name] != after[name]]
    if changed:
        locked.save(update_fields=changed)
        detail = {"name": locked.judge_id, "changed": changed}
        record_audit(
            actor=actor, verb="change_judge", target=locked, before=before, after=after, detail=detail
        )
    return changed


def _problems(facts: dict[str, Any]) -> list[str]:
    unknown = sorted(facts.keys() - set(FACTS))
    problems = [f"A judge has no {name}." for name in unknown]
    if not isinstance(facts.get("decoding", {}), dict):
        problems.append('The decoding parameters must be a JSON object, such as {"temperature": 0}.')
    for name in PRICES:
        price = facts.get(name)
        if price is not None and Decimal(price) < 0:
            problems.append("A price is zero or more, or empty when it is unknown.")
    return problems


def _state(judge: Judge) -> dict[str, Any]:
    plain = {name: getattr(judge, name) for name in FACTS}
    return plain | {name: None if plain[name] is None else str(plain[name].normalize()) for name in PRICES}
