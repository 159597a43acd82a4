"""Short forms of the check constraints that most tables need."""

from django.db import models


def one_of(
    field: str, choices: type[models.TextChoices] | tuple[str, ...], name: str
) -> models.CheckConstraint:
    """The database accepts only these words in `field`, whatever code wrote the row."""
    values = choices.values if isinstance(choices, type) else choices
    return models.CheckConstraint(condition=models.Q(**{f"{field}__in": list(values)}), name=name)


def one_of_or_null(
    field: str, choices: type[models.TextChoices] | tuple[str, ...], name: str
) -> models.CheckConstraint:
    """The same where NULL is a value too."""
    values = choices.values if isinstance(choices, type) else choices
    known = models.Q(**{f"{field}__isnull": True}) | models.Q(**{f"{field}__in": list(values)})
    return models.CheckConstraint(condition=known, name=name)


def between(field: str, low: int, high: int, name: str) -> models.CheckConstraint:
    """The database accepts only whole numbers from `low` to `high`, both included."""
    return models.CheckConstraint(
        condition=models.Q(**{f"{field}__gte": low, f"{field}__lte": high}),
        name=name,
    )
