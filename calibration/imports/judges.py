"""Judges and prompts that a file names for the first time."""

import hashlib
from collections.abc import Iterable

from django.utils import timezone

from annotation.errors import BadInputError
from annotation.imports.evaluated_models import family_of
from annotation.tables.names import ADDRESS_PARTS, fits_address
from calibration.models import Judge, JudgePrompt

IMPORTED_PROMPT = "imported"


def register_judges(judge_ids: Iterable[str]) -> tuple[dict[str, int], int]:
    """Judge id to primary key, for all that are known and those of `judge_ids`; and how many were new.

    Raises BadInputError for new names that no address could hold.
    """
    known = dict(Judge.objects.values_list("judge_id", "id"))
    missing = sorted(set(judge_ids) - known.keys())
    if unfit := [name for name in missing if not fits_address(name)]:
        raise BadInputError(
            f"A judge cannot be named {name!r}; a name has {ADDRESS_PARTS}." for name in unfit
        )
    made = Judge.objects.bulk_create([Judge(judge_id=name, family=family_of(name)) for name in missing])
    return known | {judge.judge_id: judge.pk for judge in made}, len(made)


def register_prompts(versions: Iterable[str]) -> dict[str, int]:
    """Prompt version to primary key. A new one has no text, since a table of votes does not bring it.

    Votes have used it, so it is frozen from now on, and so is one that was only a draft.
    """
    named = set(versions)
    known = set(JudgePrompt.objects.filter(version__in=named).values_list("version", flat=True))
    JudgePrompt.objects.bulk_create(
        [JudgePrompt(version=version, sha256=NO_TEXT) for version in sorted(named - known)]
    )
    JudgePrompt.objects.filter(version__in=named, frozen_at=None).update(frozen_at=timezone.now())
    return dict(JudgePrompt.objects.filter(version__in=named).values_list("version", "id"))


NO_TEXT = hashlib.sha256(b"").hexdigest()
