"""Start a ranking, filter its panels, and freeze one."""

from typing import Any

from django import forms

from calibration.models import FrozenPanel, Judge, JudgePrompt, PanelRanking
from calibration.stats.resampling.defaults import DEFAULT_DRAWS, DEFAULT_SEED
from calibration.stats.resampling.draws import LARGEST_SEED
from calibration.words import METRIC_WORDS


class RankingForm(forms.Form):
    """What is fixed before anything is computed; the rule of recommendation is fixed for all rankings."""

    size = forms.IntegerField(
        label="Judges in a panel",
        initial=3,
        min_value=1,
        help_text="An odd number, so that full votes never split evenly.",
    )
    metric = forms.ChoiceField(
        label="Rank by", choices=list(METRIC_WORDS.items()), help_text="Every other measure is shown too."
    )
    judges = forms.MultipleChoiceField(
        label="Candidates",
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text="None chosen: every active judge that voted on at least 95% of the pairs. "
        "A judge chosen here takes part whatever its share.",
    )
    prompt = forms.ChoiceField(
        label="Prompt",
        required=False,
        help_text="Whose votes count. Needed only where a judge voted on the whole round with several.",
    )
    draws = forms.IntegerField(
        label="Bootstrap draws",
        initial=DEFAULT_DRAWS,
        min_value=0,
        help_text="0 gives values without intervals.",
    )
    seed = forms.IntegerField(label="Seed", initial=DEFAULT_SEED, min_value=0, max_value=LARGEST_SEED)

    def __init__(self, *args: Any, judges: list[Judge], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["judges"].choices = [(judge.judge_id, judge.judge_id) for judge in judges]
        versions = JudgePrompt.objects.order_by("pk").values_list("version", flat=True)
        self.fields["prompt"].choices = [
            ("", "The one that covers the round"),
            *((version, version) for version in versions),
        ]

    def parameters(self) -> dict[str, Any]:
        """What `start_ranking` takes. No candidate chosen means all."""
        return self.cleaned_data | {
            "judges": self.cleaned_data["judges"] or None,
            "prompt": self.cleaned_data["prompt"] or None,
        }


class FreezeForm(forms.Form):
    """Which panel, why, and what it replaces. The reason is checked with the choice, by the action."""

    reason = forms.CharField(
        label="Reason",
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="Needed for a panel that is not the recommended one, and for one that replaces another. "
        "It is kept in the manifest.",
    )
    replaces = forms.ModelChoiceField(
        FrozenPanel.objects.none(),
        label="Replaces",
        required=False,
        to_field_name="name",
        empty_label="Nothing",
        help_text="The panel that this one follows. It stays as it is; pages point to its successor.",
    )

    def __init__(self, *args: Any, panels: Any, needs_reason: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["replaces"].queryset = panels
        self.fields["reason"].required = needs_reason
        self.fields["reason"].error_messages["required"] = (
            "This is not the recommended panel. Say why it is chosen all the same."
        )


class ConfirmForm(FreezeForm):
    """The freeze itself: the same choice, and the panel's short name typed."""

    confirm = forms.CharField(label="Type the panel's name to freeze it", required=False)

    def __init__(self, *args: Any, name: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.name = name

    def clean_confirm(self) -> str:
        typed = self.cleaned_data["confirm"].strip()
        if typed != self.name:
            raise forms.ValidationError(f"To freeze it, type {self.name} exactly. Nothing was frozen yet.")
        return typed


class CompareForm(forms.Form):
    """Another finished ranking to compare with."""

    other = forms.ModelChoiceField(PanelRanking.objects.none(), label="Compare with")

    def __init__(self, *args: Any, rankings: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["other"].queryset = rankings
        self.fields["other"].label_from_instance = _ranking_words


def _ranking_words(ranking: PanelRanking) -> str:
    made = f"{ranking.created_at:%-d %B %Y, %H:%M}"
    return f"Ranking {ranking.pk}, {ranking.round.name}, {made}"
