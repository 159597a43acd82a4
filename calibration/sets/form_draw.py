"""Draw a calibration set, and choose the three clinicians who label it."""

from typing import Any

from django import forms

from annotation.models import Person
from annotation.rounds.form_round import RatersMixin
from calibration.sets.draw import DEFAULT_PER_TASK, DEFAULT_SIZE
from calibration.stats.resampling.defaults import DEFAULT_SEED
from calibration.stats.resampling.draws import LARGEST_SEED


class CliniciansForm(RatersMixin):
    """Three clinicians for a set that has no round yet."""


class DrawForm(RatersMixin):
    """The size of the set and the seed that makes it reproducible; its clinicians may be named later."""

    name = forms.CharField(
        label="Name", max_length=100, help_text="The set and its round carry it, as in calibration-1."
    )
    size = forms.IntegerField(label="Tasks", initial=DEFAULT_SIZE, min_value=1)
    per_task = forms.IntegerField(
        label="Responses to each task",
        initial=DEFAULT_PER_TASK,
        min_value=1,
        help_text="Chosen so that each model and each quality level is covered about as often.",
    )
    seed = forms.IntegerField(
        label="Seed",
        initial=DEFAULT_SEED,
        min_value=0,
        max_value=LARGEST_SEED,
        help_text="The same corpus and seed give the same draw.",
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for bound in self.rater_fields():
            bound.field.required = False

    def raters(self) -> list[Person]:
        """Those who were named; none is fine."""
        return [person for person in super().raters() if person is not None]
