"""What a reader of scores may choose."""

from django import forms
from django.db.models import QuerySet

from annotation.models import Split
from calibration.models import FrozenPanel


class ScoreFilter(forms.Form):
    """Panel and split; by default, or for a choice not offered, the newest panel and the public split."""

    panel = forms.ModelChoiceField(
        FrozenPanel.objects.none(), required=False, empty_label=None, to_field_name="name"
    )
    split = forms.ChoiceField(required=False)

    def __init__(self, *args, panels: QuerySet[FrozenPanel], splits: list[str], **kwargs):
        super().__init__(*args, **kwargs)
        self.panels = panels.order_by("-frozen_at", "-id")
        self.fields["panel"].queryset = self.panels
        self.fields["split"].choices = [(split, Split(split).label) for split in splits]

    def choice(self) -> tuple[FrozenPanel, str]:
        """The panel and split to show."""
        chosen = self.cleaned_data if self.is_bound and self.is_valid() else {}
        return chosen.get("panel") or self.panels.first(), chosen.get("split") or Split.PUBLIC
