"""Judges and prompts that a file names for the first time."""

from collections.abc import Iterable

from django.utils import timezone

from annotation.base.errors import BadInputError
from annotation.corpus.imports.evaluated_models import family_of
from calibration.judges.names import ON_ONE_LINE, is_on_one_line
from calibration.judging.prompt import PROMPTS, prompt_sha256
from calibration.models import Judge, JudgePrompt

IMPORTED_PROMPT = "imported"


def register_judges(judge_ids: Iterable[str]) -> tuple[dict[str, int], int]:
    """Judge id to primary key, for all that are known and those of `judge_ids`; and how many were new.

    Raises BadInputError for new names that are blank or not on one line.
    """
    known = dict(Judge.objects.values_list("judge_id", "id"))
    missing = sorted(set(judge_ids) - known.keys())
    if unfit := [name for name in missing if not is_on_one_line(name)]:
        raise BadInputError(f"A judge cannot be named {name!r}; a name has {ON_ONE_LINE}." for name in unfit)
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
