"""Make candidate judges and prompts known: register a judge, change what is known of one, or take what a file
names for the first time.
"""

from collections.abc import Iterable
from decimal import Decimal
from typing import Any

from django.utils import timezone

from annotation.access import refuse_raters
from annotation.base.action import action, lock_row
from annotation.base.errors import BadInputError
from annotation.base.record_audit import record_audit
from annotation.corpus.imports.evaluated_models import family_of
from annotation.models import Person
from annotation.tables.cells import CONTROL_CHARACTER
from annotation.visible import fault_of_name, spelled
from calibration.judging.prompt import PROMPTS, prompt_sha256
from calibration.models import Judge, JudgePrompt

PRICES = ("price_in", "price_out")
FACTS = ("provider", "family", "decoding", *PRICES, "active")
IMPORTED_PROMPT = "imported"
ON_ONE_LINE = "visible signs on one line"


@action
def register_judge(*, judge_id: str, actor: Person | None, **facts: Any) -> Judge:
    """A new judge with what is known of it: any of FACTS. Raises BadInputError for a name that is taken.

    Without a family it gets the part of its name before the first slash.
    """
    refuse_raters(actor)
    judge_id = judge_id.strip()
    problems = _problems(facts)
    if not judge_id:
        problems.append("The judge needs a name, such as provider/model.")
    elif fault := fault_of_name(judge_id):
        problems.append(f"{fault}. Write the judge's name with visible signs alone.")
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


@action
def change_judge(*, judge: Judge, actor: Person | None, **facts: Any) -> list[str]:
    """Set any of FACTS and return which of them changed. Its name never changes: votes and panels carry it.

    Frozen panels it sits on become stale when its provider or decoding changes; they notice by themselves.
    """
    refuse_raters(actor)
    locked = lock_row(judge)
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


def known_judges() -> dict[str, str]:
    """The names of all judges, and each as a remark calls it."""
    return {name: f'"{name}"' for name in Judge.objects.values_list("judge_id", flat=True)}


def known_prompts() -> dict[str, str]:
    """The versions of all prompts, and each as a remark calls it."""
    return {version: f'"{version}"' for version in JudgePrompt.objects.values_list("version", flat=True)}


def register_judges(judge_ids: Iterable[str]) -> tuple[dict[str, int], int]:
    """Judge id to primary key, for all that are known and those of `judge_ids`; and how many were new.

    Raises BadInputError for new names that are blank or not on one line.
    """
    known = dict(Judge.objects.values_list("judge_id", "id"))
    missing = sorted(set(judge_ids) - known.keys())
    if unfit := [name for name in missing if not is_on_one_line(name) or fault_of_name(name)]:
        raise BadInputError(
            f"A judge cannot be named {spelled(name)!r}; a name has {ON_ONE_LINE}." for name in unfit
        )
    made = Judge.objects.bulk_create([Judge(judge_id=name, family=family_of(name)) for name in missing])
    return known | {judge.judge_id: judge.pk for judge in made}, len(made)


def register_prompts(versions: Iterable[str]) -> dict[str, int]:
    """Prompt version to primary key. Each has the text its version is known to have, otherwise none.

    Votes have used it, so it is frozen from now on, and so is one that was only a draft. One that was brought
    in before its text was known gets it now.
    """
    named = set(versions)
    known = set(JudgePrompt.objects.filter(version__in=named).values_list("version", flat=True))
    JudgePrompt.objects.bulk_create(map(_prompt, sorted(named - known)))
    for textless in JudgePrompt.objects.filter(version__in=named & PROMPTS.keys(), sha256=None, text=""):
        known_text = _prompt(textless.version)
        textless.text, textless.sha256 = known_text.text, known_text.sha256
        textless.save(update_fields=["text", "sha256"])
    JudgePrompt.objects.filter(version__in=named, frozen_at=None).update(frozen_at=timezone.now())
    return dict(JudgePrompt.objects.filter(version__in=named).values_list("version", "id"))


def _prompt(version: str) -> JudgePrompt:
    if version in PROMPTS:
        return JudgePrompt(version=version, text=PROMPTS[version], sha256=prompt_sha256(version))
    return JudgePrompt(version=version)


def is_on_one_line(name: str) -> bool:
    """Whether the name is not blank and has no line break or other control character."""
    return bool(name.strip()) and not CONTROL_CHARACTER.search(name)
