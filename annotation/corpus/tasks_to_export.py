"""Which tasks an export is about. The private holdout leaves only when it is asked for by name."""

from django.db.models import QuerySet

from annotation.models import Split, Task

EVERYTHING = "all"


def tasks_to_export(split: str | None) -> QuerySet[Task]:
    """The tasks of a split; without one, all but the private holdout; with "all", also that."""
    if split is None:
        return Task.objects.exclude(split=Split.PRIVATE)
    return Task.objects.all() if split == EVERYTHING else Task.objects.filter(split=split)
