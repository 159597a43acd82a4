"""What an admin says to make a round of long conversations."""

from operator import attrgetter
from typing import Any

from django import forms

from annotation.access import transcripts_for
from annotation.models import Person, Transcript
from annotation.rounds.form_round import RatersMixin
from annotation.vocabulary import VIOLATION_LABELS

SETTINGS = ("sitting_size", "pause_after_minutes", "pause_after_high_severity")


class TranscriptRoundForm(RatersMixin):
    """Its name, which conversations, who labels them, and with which words."""

    name = forms.CharField(max_length=100, help_text="Short; it stands in addresses and tables.")
    title = forms.CharField(max_length=200, required=False, help_text="What raters read above their items.")
    transcripts = forms.ModelMultipleChoiceField(
        label="Conversations", queryset=Transcript.objects.none(), widget=forms.CheckboxSelectMultiple
    )
    words = forms.CharField(
        label="Labels",
        initial="\n".join(VIOLATION_LABELS),
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text="One on each line, at least two. “cannot judge” is always offered and comes last.",
    )
    guidelines = forms.CharField(
        required=False, widget=forms.Textarea, help_text="In Markdown. Raters can open them on every page."
    )
    seed = forms.IntegerField(
        initial=20260714, min_value=0, max_value=2**63 - 1, help_text="Decides every rater's order."
    )
    sitting_size = forms.IntegerField(
        label="Items in a sitting", min_value=1, max_value=1000, initial=5, help_text="At most."
    )
    pause_after_minutes = forms.IntegerField(
        label="Suggest a pause after minutes", min_value=1, max_value=1000, initial=45
    )
    pause_after_high_severity = forms.IntegerField(
        label="Suggest a pause after heavy items", min_value=1, max_value=1000, initial=8
    )

    def __init__(self, person: Person, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["transcripts"].queryset = transcripts_for(person)

    def wanted(self) -> dict[str, Any]:
        """The arguments of `create_transcript_round`, but for the actor."""
        asked = self.cleaned_data
        return {
            "name": asked["name"],
            "title": asked["title"],
            "transcripts": self.chosen(),
            "raters": self.raters(),
            "seed": asked["seed"],
            "guidelines": asked["guidelines"],
            "words": self.offered(),
            **self.settings(),
        }

    def chosen(self) -> list[Transcript]:
        """The ticked conversations by code point of their ids, on every database alike."""
        return sorted(self.cleaned_data["transcripts"], key=attrgetter("transcript_id"))

    def offered(self) -> list[str]:
        """The labels, one a line."""
        return [line for line in self.cleaned_data["words"].splitlines() if line.strip()]

    def settings(self) -> dict[str, Any]:
        return {field: self.cleaned_data[field] for field in SETTINGS}
