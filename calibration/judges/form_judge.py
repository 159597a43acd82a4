"""What is known of a candidate judge."""

from typing import Any

from django import forms

from calibration.models import Judge


class JudgeForm(forms.Form):
    """The facts of a registered judge. Its name is not among them: votes and panels carry it."""

    provider = forms.CharField(
        max_length=200,
        required=False,
        help_text="The provider string of the LLM client, such as anthropic/model-name.",
    )
    family = forms.CharField(
        max_length=100,
        required=False,
        help_text="Judges of one family err alike, and may favour replies of their own family.",
    )
    decoding = forms.JSONField(
        label="Decoding parameters",
        required=False,
        initial=dict,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text='A JSON object, such as {"temperature": 0, "max_tokens": 256}.',
    )
    price_in = forms.DecimalField(
        label="Price of a million prompt tokens, in US dollars",
        required=False,
        min_value=0,
        max_digits=12,
        decimal_places=6,
        help_text="Empty when it is unknown; unknown is not zero.",
    )
    price_out = forms.DecimalField(
        label="Price of a million completion tokens, in US dollars",
        required=False,
        min_value=0,
        max_digits=12,
        decimal_places=6,
    )
    active = forms.BooleanField(
        required=False,
        initial=True,
        help_text="An inactive judge keeps its votes and is no candidate in new rankings.",
    )

    def facts(self) -> dict[str, Any]:
        """What the actions take."""
        known = {name: self.cleaned_data[name] for name in JudgeForm.base_fields}
        return known | {"decoding": {} if known["decoding"] is None else known["decoding"]}


class NewJudgeForm(JudgeForm):
    """A judge to register."""

    judge_id = forms.CharField(
        label="Name",
        max_length=200,
        help_text="As tables will name it, such as provider/model. It never changes.",
    )

    field_order = ("judge_id",)


def facts_of(judge: Judge) -> dict[str, Any]:
    """The judge's present facts, for the form that changes them."""
    return {name: getattr(judge, name) for name in JudgeForm.base_fields}
