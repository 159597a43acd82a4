"""Evaluated models that a file names for the first time."""

from collections.abc import Iterable

from annotation.models import EvaluatedModel


def family_of(name: str) -> str:
    """The part before the first slash: `anthropic` of `anthropic/some-model`; all of a name without one."""
    return name.partition("/")[0]


def known_models() -> dict[str, str]:
    """The names of all models, and each as a remark calls it."""
    return {name: f'"{name}"' for name in EvaluatedModel.objects.values_list("model_id", flat=True)}


def register_models(model_ids: Iterable[str]) -> tuple[dict[str, int], int]:
    """Model id to primary key, for all that are known and those of `model_ids`; and how many were new."""
    known = dict(EvaluatedModel.objects.values_list("model_id", "id"))
    missing = sorted(set(model_ids) - known.keys())
    made = EvaluatedModel.objects.bulk_create(
        [EvaluatedModel(model_id=name, family=family_of(name)) for name in missing]
    )
    return known | {model.model_id: model.pk for model in made}, len(made)
