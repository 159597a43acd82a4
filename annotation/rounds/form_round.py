"""What an admin says to make a round, a version of its guidelines, or the round after it."""

from operator import attrgetter
from typing import Any

import numpy as np
from django import forms

from annotation import vocabulary
from annotation.access import models_for, responses_for
from annotation.models import EvaluatedModel, Person, Response, Role, RoundPurpose, Split, TaskState
from annotation.models.corpus import RESPONSE_TEXTS
from annotation.models.rounds import high_severity_stages

POSITIONS = (1, 2, 3)
SETTINGS = (
    "sitting_size",
    "high_severity_stages",
    "high_severity_explicit_only",
    "retest_share",
    "retest_min_days",
    "pause_after_minutes",
    "pause_after_high_severity",
)


def _words(values: tuple[str, ...]) -> list[tuple[str, str]]:
    return [(value, value) for value in values]


class RatersMixin(forms.Form):
    """Three clinicians, one per slot."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        clinicians = Person.objects.filter(is_active=True, role_grants__role=Role.CLINICIAN)
        for position in POSITIONS:
            self.fields[f"rater_{position}"] = forms.ModelChoiceField(
                label=f"Rater {position}", queryset=clinicians.order_by("username")
            )

    def raters(self) -> list[Person]:
        return [self.cleaned_data[f"rater_{position}"] for position in POSITIONS]

    def rater_fields(self) -> list[forms.BoundField]:
        return [self[f"rater_{position}"] for position in POSITIONS]


class RoundForm(RatersMixin):
    """A new round: its name, what is in it, who labels it, and how."""

    name = forms.CharField(max_length=100, help_text="Short; it stands in addresses and tables.")
    title = forms.CharField(max_length=200, required=False, help_text="What raters read above their items.")
    purpose = forms.ChoiceField(
        choices=[choice for choice in RoundPurpose.choices if choice[0] != RoundPurpose.POST_DISCUSSION],
        help_text="A calibration round is what panels are ranked against.",
    )
    split = forms.ChoiceField(choices=[("", "Any"), *Split.choices], required=False)
    sub_category = forms.MultipleChoiceField(
        label="Subcategories", choices=_words(vocabulary.SUBCATEGORIES), required=False
    )
    progression_stage = forms.MultipleChoiceField(
        label="Stages",
        choices=_words(vocabulary.STAGES),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    model = forms.ModelMultipleChoiceField(
        label="Evaluated models", queryset=EvaluatedModel.objects.none(), required=False
    )
    attempts = forms.IntegerField(
        label="Attempts", min_value=1, initial=1, help_text="The first so many attempts of each model."
    )
    at_most = forms.IntegerField(
        label="At most",
        min_value=1,
        required=False,
        help_text="Responses to take, drawn by the seed; leave empty for all that match.",
    )
    approved_only = forms.BooleanField(label="Only tasks that are approved", required=False, initial=True)
    guidelines = forms.CharField(
        required=False, widget=forms.Textarea, help_text="In Markdown. Raters can open them on every page."
    )
    seed = forms.IntegerField(
        initial=20260714,
        min_value=0,
        max_value=2**63 - 1,
        help_text="Decides every rater's order, and the draw above.",
    )
    sitting_size = forms.IntegerField(
        label="Items in a sitting", min_value=1, max_value=1000, initial=20, help_text="At most."
    )
    high_severity_stages = forms.MultipleChoiceField(
        label="Stages that weigh on the reader",
        choices=_words(vocabulary.STAGES),
        initial=high_severity_stages,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    high_severity_explicit_only = forms.BooleanField(
        label="Only where the conversation is explicit", required=False, initial=True
    )
    retest_share = forms.DecimalField(
        label="Share of repeats",
        min_value=0,
        max_value=0.5,
        decimal_places=3,
        initial="0.05",
        help_text="0.05 shows each rater one item in twenty a second time.",
    )
    retest_min_days = forms.IntegerField(
        label="Days before a repeat", min_value=0, max_value=365, initial=7, help_text="At least."
    )
    pause_after_minutes = forms.IntegerField(
        label="Suggest a pause after minutes", min_value=1, max_value=1000, initial=45
    )
    pause_after_high_severity = forms.IntegerField(
        label="Suggest a pause after heavy items", min_value=1, max_value=1000, initial=8
    )

    def __init__(self, person: Person, data: Any = None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self.person = person
        self.fields["model"].queryset = models_for(person)
        if not models_for(person).exists():
            del self.fields["model"]

    def responses(self) -> list[Response]:
        """The responses that match, for this admin; a draw of `at_most` by the seed when that is fewer."""
        asked = self.cleaned_data
        readable = responses_for(self.person).with_text().defer(*RESPONSE_TEXTS)
        selected = readable.filter(attempt__lte=asked["attempts"])
        exact = {"task__split": asked["split"], "task__state": asked["approved_only"] and TaskState.APPROVED}
        among = {
            "task__sub_category__in": asked["sub_category"],
            "task__progression_stage__in": asked["progression_stage"],
            "model__in": asked.get("model"),
        }
        selected = selected.filter(**{field: value for field, value in {**exact, **among}.items() if value})
        matching = sorted(selected.select_related("task", "model"), key=attrgetter("sort_key"))
        if not asked["at_most"] or asked["at_most"] >= len(matching):
            return matching
        chance = np.random.RandomState([asked["seed"] & 0xFFFFFFFF, asked["seed"] >> 32])
        return [matching[number] for number in sorted(chance.permutation(len(matching))[: asked["at_most"]])]

    def settings(self) -> dict[str, Any]:
        return {field: self.cleaned_data[field] for field in SETTINGS}

    def set_fields(self, *names: str) -> list[forms.BoundField]:
        return [self[name] for name in names]


class NextRoundForm(RatersMixin):
    """The round after a closed one."""

    name = forms.CharField(max_length=100)


class GuidelinesForm(forms.Form):
    """A new version of a round's guidelines."""

    text = forms.CharField(
        label="Guidelines",
        widget=forms.Textarea(attrs={"rows": 18}),
        max_length=50_000,
        help_text="In Markdown. Every version is kept; raters see the newest one and its number.",
    )


class RepeatsForm(forms.Form):
    """How many repeats to mix in."""

    share = forms.DecimalField(
        label="Share of repeats",
        min_value=0,
        max_value=0.5,
        decimal_places=3,
        help_text="0.05 is one in twenty.",
    )
    min_days = forms.IntegerField(
        label="Days since the rater finished the item, at least", min_value=0, max_value=365
    )
