"""What an admin chooses to bring a table in, or to take one out."""

from pathlib import Path

from django import forms
from django.conf import settings

from annotation.access import OPEN_TABLES
from annotation.corpus.tasks_to_export import EVERYTHING
from annotation.models import Round, Split
from annotation.tables.files.limits import SETTINGS
from annotation.vocabulary import TABLE_KINDS
from calibration.models import FrozenPanel
from scoring.tables.options import IMPORTED_KINDS, ExportOptions, Wish

KIND_NAMES = {
    "tasks": "Tasks",
    "responses": "Responses",
    "labels": "Clinicians' labels",
    "votes": "Candidate judges' votes",
    "judgments": "Judgments of a panel",
    "panel_rankings": "Panel rankings",
    "lh_transcripts": "Long conversations",
    "lh_labels": "Labels of long conversations",
}
LONGEST_NAME = 255  # bytes; a browser's limit counts characters
FORMATS = {".csv": "CSV", ".parquet": "Parquet", ".jsonl": "JSONL (responses only)"}


class ImportForm(forms.Form):
    """A file and what it is about."""

    kind = forms.ChoiceField(label="Table", choices=[(kind, KIND_NAMES[kind]) for kind in IMPORTED_KINDS])
    file = forms.FileField(
        help_text="CSV or Parquet; responses also JSONL. The worker reads Parquet and large files."
    )
    split = forms.ChoiceField(
        required=False,
        choices=[("", "Leave as it is"), *Split.choices],
        help_text="Tasks only: where new ones belong. The halves are never changed later.",
    )
    round = forms.CharField(
        max_length=100,
        required=False,
        help_text="Labels: the closed round to make. Votes: whose rubrics count.",
    )
    panel = forms.ModelChoiceField(
        FrozenPanel.objects.all(),
        required=False,
        empty_label="None",
        help_text="Judgments: the frozen panel that made them.",
    )
    judges = forms.CharField(
        required=False,
        help_text="Judgments of a panel that is not here yet: its judges in column order, a, b, c.",
    )
    ignore_unknown = forms.BooleanField(label="Leave out unknown columns", required=False)

    def clean(self) -> dict:
        cleaned = super().clean()
        kind = cleaned.get("kind")
        if kind == "labels" and not cleaned.get("round"):
            self.add_error(
                "round", "Labels need the name of the round that they make, or that they belong to."
            )
        if kind == "judgments" and bool(cleaned.get("panel")) == bool(cleaned.get("judges")):
            self.add_error("panel", "Judgments need either a panel, or the judges of a new one.")
        return cleaned

    def leave_open_tables(self) -> None:
        """Offer what a rater of an open round may bring in, and nothing that is about the rest."""
        self.fields["kind"].choices = [(kind, KIND_NAMES[kind]) for kind in OPEN_TABLES]
        for name in ("round", "panel", "judges"):
            self.fields[name].disabled = True  # what is sent in them is not looked at

    def say_too_large(self) -> None:
        """The file was left out on its way in, so that it is missing: say why."""
        most = settings.TABLE_LIMITS["bytes"]
        self.fields["file"].error_messages["required"] = (
            f"The file is larger than the {most:,} bytes that are taken. Divide it into several, or have "
            f"{SETTINGS['bytes']} set higher."
        )

    def wish(self, *, dry_run: bool) -> Wish:
        """The same as the options of the import command."""
        chosen = self.cleaned_data
        judges = [name.strip() for name in chosen["judges"].split(",")] if chosen["judges"] else None
        return Wish(
            split=chosen["split"] or None,
            round=chosen["round"] or None,
            panel=chosen["panel"].name if chosen["panel"] else None,
            judges=judges,
            ignore_unknown=chosen["ignore_unknown"],
            dry_run=dry_run,
        )

    @property
    def file_name(self) -> str:
        """The uploaded file's own name, without any folder, its end if it is longer than a disk takes."""
        name = Path(self.cleaned_data["file"].name).name
        return name.encode()[-LONGEST_NAME:].decode(errors="ignore")


class ExportForm(forms.Form):
    """A table, its form and what of it."""

    kind = forms.ChoiceField(label="Table", choices=[(kind, KIND_NAMES[kind]) for kind in TABLE_KINDS])
    suffix = forms.ChoiceField(label="Format", choices=list(FORMATS.items()))
    split = forms.ChoiceField(
        required=False,
        choices=[("", "All but the private holdout"), *Split.choices, (EVERYTHING, "Everything")],
        help_text="The private holdout leaves only when you name it here; the audit log says so.",
    )
    round = forms.ModelChoiceField(
        Round.objects.all(),
        to_field_name="name",
        required=False,
        empty_label="None",
        help_text="Labels, votes, rankings.",
    )
    panel = forms.ModelChoiceField(
        FrozenPanel.objects.all(),
        to_field_name="name",
        required=False,
        empty_label="The newest",
        help_text="Judgments only.",
    )
    spreadsheet = forms.BooleanField(
        label="For a spreadsheet program",
        required=False,
        help_text="CSV only: guards cells that it would run.",
    )

    def clean(self) -> dict:
        cleaned = super().clean()
        if cleaned.get("kind") == "labels" and not cleaned.get("round"):
            self.add_error("round", "Labels are exported by round; choose one.")
        return cleaned

    def choice(self) -> ExportOptions:
        """The same as the options of the export command."""
        chosen = self.cleaned_data
        return ExportOptions(
            split=chosen["split"] or None,
            round=chosen["round"].name if chosen["round"] else None,
            panel=chosen["panel"].name if chosen["panel"] else None,
            spreadsheet=chosen["spreadsheet"],
        )
